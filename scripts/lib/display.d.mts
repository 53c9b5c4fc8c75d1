export declare function findDisplay(): string | undefined;
