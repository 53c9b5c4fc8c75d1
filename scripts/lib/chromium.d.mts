export declare function findChromium(): Promise<string | undefined>;

export declare function chromiumOptions(): Promise<{
  executablePath?: string;
  chromiumSandbox: boolean;
  args: string[];
}>;
