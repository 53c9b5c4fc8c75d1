export declare function build(options?: { force?: boolean; serverOnly?: boolean }): Promise<string>;
