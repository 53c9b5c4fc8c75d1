import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { SchoolTexts } from './school';
import type { Catalogue } from './texts';

/** The catalogue of a school's language, compiled, and what is wrong with it. Texts are named by their path: `login.title`. */
export interface CompiledSchool {
  texts: SchoolTexts;
  /** English texts without a translation. They stay in English. */
  missing: string[];
  /** What cannot be built: texts that nobody shows, and placeholders that have no value. */
  errors: string[];
}

/** Compiles a school's catalogue of the teachers' texts. Placeholders are the names of the English functions' parameters. */
export function compileSchool(english: Readonly<Record<string, unknown>>, catalogue: Catalogue): CompiledSchool {
  const missing: string[] = [];
  const errors: string[] = [];
  const compile = (group: Readonly<Record<string, unknown>>, said: Catalogue, path: string): SchoolTexts => {
    for (const name of Object.keys(said)) if (!(name in group)) errors.push(`${path}${name} is no text of Vigil.`);
    return Object.fromEntries(
      Object.entries(group).flatMap(([name, own]): [string, SchoolTexts[string]][] => {
        const at = path + name;
        const text = said[name];
        if (isGroup(own)) {
          if (typeof text !== 'string') return [[name, compile(own, text ?? {}, `${at}.`)]];
          errors.push(`${at} is a group of texts.`);
          return [];
        }
        if (text === undefined) missing.push(at);
        else if (typeof text !== 'string') errors.push(`${at} is one text.`);
        else return [[name, compileText(text, namesOf(own), at, errors)]];
        return [];
      }),
    );
  };
  return { texts: compile(english, catalogue, ''), missing, errors };
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the names of a function's parameters; none for a text. */
function namesOf(own: unknown): readonly string[] | null {
  if (typeof own !== 'function') return null;
  const [, list = ''] = /^\(?([^)=]*)\)?\s*=>/.exec(own.toString()) ?? [];
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function compileText(text: string, names: readonly string[] | null, at: string, errors: string[]) {
  const compiled = compileMessage(text);
  const used = [...text.matchAll(/\{(\w+)(?:\}|,)/g)].map(([, name = '']) => name);
  for (const name of used)
    if (!names?.includes(name))
      errors.push(`${at} has no {${name}}${names ? `: it has {${names.join('}, {')}}` : ''}.`);
  const [first = ''] = compiled;
  const isPlain = compiled.length < 2 && typeof first === 'string';
  if (names === null) return isPlain ? first : text;
  return { names, message: isPlain ? first : compiled };
}
