import * as React from 'react';

/*
 * React's development build records creation stacks of up to 10,000 elements a second for its warnings, an eighth of
 * the screen tests' processor time. This makes it believe the limit is reached. If a later React has no such counter,
 * this does nothing.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals) {
  const enough = { get: () => Number.MAX_SAFE_INTEGER, set: () => {}, configurable: true };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', enough);
}
