export declare function build(options?: { anew?: boolean; serverOnly?: boolean }): Promise<string>;
