/** Time zone and language of a test run. They vary, so that no test can depend on those of one machine. */

const zones = [
  ...['UTC', 'America/Los_Angeles', 'America/St_Johns', 'Europe/Berlin'],
  ...['Asia/Kathmandu', 'Asia/Tokyo', 'Pacific/Auckland', 'Pacific/Kiritimati'],
];
const languages = ['en_US', 'en_GB', 'de_DE', 'fr_FR', 'tr_TR', 'ja_JP', 'ar_EG'];

/**
 * Picks a zone and a language. 56 consecutive seeds cover every pair.
 *
 * @param {number} seed a non-negative integer
 * @returns {{ TZ: string, LC_ALL: string }} environment variables
 */
export function localeOf(seed) {
  const language = languages[Math.floor(seed / zones.length) % languages.length];
  return { TZ: zones[seed % zones.length], LC_ALL: `${language}.UTF-8` };
}

/**
 * Parses TEST_SEED or picks a seed.
 *
 * @throws if it is not an integer
 */
export function testSeed({ TEST_SEED } = process.env) {
  if (TEST_SEED === undefined) return Math.floor(Math.random() * zones.length * languages.length);
  if (!/^\d{1,9}$/.test(TEST_SEED)) throw new Error(`TEST_SEED must be a whole number, not ${TEST_SEED}.`);
  return Number(TEST_SEED);
}
