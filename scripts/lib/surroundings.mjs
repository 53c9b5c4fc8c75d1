/** The time zone and language that a test run is given, so that no test comes to depend on those of one machine. */

const zones = [
  ...['UTC', 'America/Los_Angeles', 'America/St_Johns', 'Europe/Berlin'],
  ...['Asia/Kathmandu', 'Asia/Tokyo', 'Pacific/Auckland', 'Pacific/Kiritimati'],
];
const languages = ['en_US', 'en_GB', 'de_DE', 'fr_FR', 'tr_TR', 'ja_JP', 'ar_EG'];

/**
 * Draws a zone and a language. Each pair belongs to one of 56 seeds in a row.
 *
 * @param {number} seed a whole number from 0 on
 * @returns {{ TZ: string, LC_ALL: string }} as environment variables
 */
export function surroundingsOf(seed) {
  const language = languages[Math.floor(seed / zones.length) % languages.length];
  return { TZ: zones[seed % zones.length], LC_ALL: `${language}.UTF-8` };
}

/**
 * Parses the seed that TEST_SEED names, or draws one.
 *
 * @throws when it is not a whole number
 */
export function testSeed({ TEST_SEED } = process.env) {
  if (TEST_SEED === undefined) return Math.floor(Math.random() * zones.length * languages.length);
  if (!/^\d{1,9}$/.test(TEST_SEED)) throw new Error(`TEST_SEED must be a whole number, not ${TEST_SEED}.`);
  return Number(TEST_SEED);
}
