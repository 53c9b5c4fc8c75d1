import { existsSync } from 'node:fs';

/** Before the browser tests: they run against what was built, and say so plainly when nothing was. */
export function setup(): void {
  if (!existsSync('dist/index.html') || !existsSync('server/dist/main.js')) {
    throw new Error('The product is not built: run `npm run build` first.');
  }
}
