// Loaded into a server ahead of its own code: while the file that FAILING_DISK names exists, the disk under DATA_DIR fails as
// it says: with a code, at every write or (as a full disk does) only at those that need more room. Where it says `from`, the
// disk of a process works until the first write to a path that this pattern matches.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

const { FAILING_DISK, DATA_DIR } = process.env;
const { readFileSync, existsSync, fstatSync, openSync, writeSync, closeSync } = fs;
/** The paths of the files on the disk that are open, by their descriptors. */
const descriptors = new Map();
let isBroken = false;

const isOnDisk = (path) => String(path).startsWith(DATA_DIR + sep);

function fail(path, call, grows) {
  if (!existsSync(FAILING_DISK)) return;
  const { code, onlyGrowth, from = '' } = JSON.parse(readFileSync(FAILING_DISK, 'utf8'));
  isBroken ||= new RegExp(from).test(path);
  if (isBroken && (grows || !onlyGrowth))
    throw Object.assign(new Error(`${code}: the disk fails, ${call}`), { code, syscall: call });
}

fs.openSync = (path, flags, mode) => {
  const writes = typeof flags === 'number' ? (flags & fs.constants.O_ACCMODE) !== fs.constants.O_RDONLY : flags !== 'r';
  if (writes && isOnDisk(path)) fail(path, 'open', false);
  const file = openSync(path, flags, mode);
  if (isOnDisk(path)) descriptors.set(file, path);
  return file;
};
fs.closeSync = (file) => {
  descriptors.delete(file);
  closeSync(file);
};
fs.writeSync = (file, data, offset, length, position) => {
  if (descriptors.has(file))
    fail(descriptors.get(file), 'write', (position ?? 0) + (length ?? 0) > fstatSync(file).size);
  return writeSync(file, data, offset, length, position);
};
for (const call of ['writeFileSync', 'mkdirSync', 'renameSync', 'unlinkSync', 'truncateSync']) {
  const original = fs[call];
  fs[call] = (path, ...rest) => {
    try {
      if (isOnDisk(path)) fail(path, call, ['writeFileSync', 'mkdirSync'].includes(call));
    } catch (error) {
      // On a full disk the file is made, and stays empty.
      if (call === 'writeFileSync' && error.code === 'ENOSPC') original(path, '');
      throw error;
    }
    return original(path, ...rest);
  };
}
syncBuiltinESMExports();
