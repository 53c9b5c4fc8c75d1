// Preloaded into a started product. Ends it when its test is gone, even if killed, and removes its temporary folder.
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
