// Loaded into a started product ahead of its own code: ends it when the test that started it is gone, even killed, and
// takes its throwaway folder along.
import { rmSync } from 'node:fs';

const test = Number(process.env.TEST_PROCESS);

setInterval(() => {
  try {
    process.kill(test, 0);
  } catch {
    process.once('exit', () => rmSync(process.env.DATA_DIR, { recursive: true, force: true }));
    process.kill(process.pid, 'SIGTERM');
  }
}, 500).unref();
