import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { type RosterTexts, rosterFiles } from '../domain/school/oneRoster';
import { fileReason } from '../platform/files/fileReason';
import { OperatorError } from '../platform/operatorError';
import { decodeText } from './textFile';

/**
 * Reads the files of a OneRoster export: a folder, or a zip, in which they may be in a folder.
 * @throws OperatorError when it cannot be read or is no such export
 */
export function readRosterFiles(path: string): RosterTexts {
  const bytes = readAll(path);
  const texts: RosterTexts = {};
  for (const file of rosterFiles) {
    const content = bytes.get(file.toLowerCase());
    if (content === undefined) continue;
    const text = decodeText(content);
    if (text === null) throw new OperatorError(`Nothing was imported: ${file} is not UTF-8, as OneRoster requires.`);
    texts[file] = text;
  }
  if (Object.keys(texts).length > 0) return texts;
  throw new OperatorError(`${path} has none of the files of a OneRoster export, such as users.csv.`);
}

/** Returns the files by their names in lower case. */
function readAll(path: string): Map<string, Uint8Array> {
  try {
    if (statSync(path).isDirectory())
      return new Map(
        readdirSync(path)
          .filter(isOfRoster)
          .map((name) => [nameOf(name), readFileSync(join(path, name))]),
      );
    const files = unzipSync(readFileSync(path), { filter: ({ name }) => isOfRoster(name) });
    return new Map(Object.entries(files).map(([name, content]) => [nameOf(name), content]));
  } catch (error) {
    // fflate's errors have a number as their code.
    const isZip = error instanceof Error && 'code' in error && typeof error.code === 'number';
    throw new OperatorError(
      isZip ? `${path} is neither a folder nor a zip.` : `${path} cannot be read: ${fileReason(error)}.`,
    );
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
const isOfRoster = (path: string) => rosterFiles.some((file) => file.toLowerCase() === nameOf(path));
