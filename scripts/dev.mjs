/** `npm run dev`: the front end with hot reload on DEV_PORT, in front of the real server and its data directory. */
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { createServer as createProbe } from 'node:net';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';
import { exitWithNpm, fail, root } from './lib/project.mjs';
import { watchTypes } from './lib/types.mjs';

exitWithNpm();
await installWhenStale();
await buildOrFail({ serverOnly: true });

const devPort = Number(process.env.DEV_PORT ?? 5173);
const port = process.env.PORT ?? String(await freePort());
const target = `http://localhost:${port}`;
const { createServer } = await import('vite');
const vite = await createServer({
  root,
  server: {
    port: devPort,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/account/', '/administration/', '/attend', '/section/', '/detection/', '/dev/', '/ws/'].map((path) => [
        path,
        { target, ws: path === '/ws/' },
      ]),
    ),
  },
});
await vite.listen().catch((error) => fail(error.message));
watchTypes((errors) => {
  console.error(errors || 'No type errors.');
  // An update closes what an error has opened.
  vite.ws.send(
    errors ? { type: 'error', err: { message: errors, stack: '', plugin: 'types' } } : { type: 'update', updates: [] },
  );
});

// Mail links and the live channel's origin check must use the browser's address, not the server's.
const server = spawn(process.execPath, ['server/dist/main.js'], {
  cwd: root,
  env: { PUBLIC_URL: `http://localhost:${devPort}`, ...process.env, PORT: port },
  stdio: ['ignore', 'inherit', 'inherit'],
});
// Both end together: a signal stops the server, and the server's exit stops the rest.
for (const signal of ['SIGINT', 'SIGTERM']) {
  // Vite's handlers would exit at once, with the server's database still open.
  process.removeAllListeners(signal);
  process.on(signal, () => server.kill(signal));
}
server.once('exit', async (code) => {
  await vite.close();
  process.exit(code ?? 1);
});

function freePort() {
  return new Promise((resolve) => {
    const probe = createProbe().listen(0, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
