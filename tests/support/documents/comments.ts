import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const root = new URL('../../../', import.meta.url);

const machineFiles = ['src/machines', 'student/src/machines'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts'))
    .sort(),
);

const sourceOf = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** A doc comment, and the event, constant, function or property it is about. */
const documented =
  /\/\*\*((?:(?!\*\/).)+)\*\/\s*(?:\| \(?\{ type: '([\w.]+)'|(?:export )?(?:const |function )?(\w+))/gs;

/** Returns the text of a doc comment, without its tags. */
const textOf = (comment: string) =>
  comment
    .replaceAll(/^[ \t]*\* ?/gm, '')
    .replace(/^@.*/ms, '')
    .trim();

const commentsIn = (file: string): [name: string, text: string][] =>
  [...sourceOf(file).matchAll(documented)].map(([, comment = '', event, name = '']) => [
    event ?? name,
    textOf(comment),
  ]);

/** Returns the files from which a file imports. */
const importedBy = (file: string): string[] =>
  [...sourceOf(file).matchAll(/ from '(\.[^']+)'/g)]
    .map(([, path = '']) => `${posix.join(posix.dirname(file), path)}.ts`)
    .filter((path) => existsSync(new URL(path, root)));

const inOneLine = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ');

/**
 * Reads the doc comments of a chart or form.
 *
 * @param name such as `auth` or `login`
 * @throws if it has no file
 */
export function commentsOf(name: string) {
  const file = machineFiles.find((one) => new RegExp(`/${name}(Machine|Form)\\.ts$`).test(one));
  if (file === undefined) throw new Error(`There is no file of the chart ${name}`);
  // The setup comes last: a guard may be called like a field of the context, which the types document.
  const isSetup = (one: string) => Number(/(S|\/s)etup\.ts$/.test(one));
  const own = machineFiles
    .filter((one) => one === file || new RegExp(`/${name}(Setup\\.ts|/.+)$`).test(one))
    .sort((one, other) => isSetup(one) - isSetup(other));
  const comments = new Map(own.flatMap(commentsIn));
  const withImported = new Map([...own.flatMap(importedBy).flatMap(commentsIn), ...comments]);
  return {
    /** Relative to the repository. */
    file,
    /** The text about the chart, as Markdown. */
    purpose: [...comments].find(([one]) => new RegExp(`^(create)?${name}(Machine|Form)$`, 'i').test(one))?.[1],
    /** The text about a declaration in the chart's own files. */
    about: (one: string) => inOneLine(comments.get(one)),
    /** The text about an event, which may be declared where the chart's files import it from. */
    aboutEvent: (type: string) => inOneLine(withImported.get(type)),
  };
}
