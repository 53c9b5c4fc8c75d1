import * as React from 'react';

/*
 * For 10,000 elements a second React's development build keeps the stack that created them, for its warnings: an eighth of the
 * processor time of the tests of screens. Here it is told that it has kept enough. Should a later version keep no such count,
 * this does nothing.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals) {
  const enough = { get: () => Number.MAX_SAFE_INTEGER, set: () => {}, configurable: true };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', enough);
}
