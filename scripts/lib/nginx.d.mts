export declare function findNginx(): Promise<string | undefined>;
