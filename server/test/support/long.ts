/** Set by `npm run test:long`: more rounds of what a few rounds prove almost as well. */
export const isLong = process.env.LONG_TESTS === '1';
