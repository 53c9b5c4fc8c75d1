export declare function findProgram(
  name: 'chromium' | 'windowedChromium' | 'postgres' | 'nginx' | 'pgbouncer' | 'display',
): Promise<string | undefined>;

interface ChromiumOptions {
  executablePath?: string;
  chromiumSandbox: boolean;
  args: string[];
}

export declare function chromiumOptions(): Promise<ChromiumOptions>;

export declare function testChromiumOptions(): Promise<ChromiumOptions>;
