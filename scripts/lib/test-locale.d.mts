export function localeOf(seed: number): { TZ: string; LC_ALL: string };
export function testSeed(env?: { TEST_SEED?: string }): number;
