export declare function findPostgres(): Promise<string | undefined>;
