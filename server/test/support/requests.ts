import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { contractFile } from '../../src/folders';

/** A schema of the contract. */
// biome-ignore lint/suspicious/noExplicitAny: walks a document of any shape
type Schema = any;

const contract: Schema = parse(readFileSync(contractFile, 'utf8'));

/** A request as a stranger might send it. */
export interface OddRequest {
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** Undefined for no body. */
  body: string | undefined;
  headers: Record<string, string>;
  address: string;
  /** The call takes the token of a student's device. */
  isOfDevice: boolean;
}

/**
 * Plausible values by name of a field or parameter; undefined leaves it out. `getScreenshot.id`, in the path of that operation,
 * takes precedence over `id`.
 */
export type Likely = Record<string, fc.Arbitrary<unknown>>;

const dereference = (node: Schema): Schema =>
  node?.$ref
    ? dereference(
        node.$ref
          .split('/')
          .slice(1)
          .reduce((target: Schema, step: string) => target[step], contract),
      )
    : node;

const calls = Object.entries<Schema>(contract.paths).flatMap(([path, { parameters: shared = [], ...byMethod }]) =>
  Object.entries<Schema>(byMethod).map(([method, operation]) => ({ path, method, operation, shared })),
);

/** Values that break programs: other types, limits of numbers, unstorable and misleading texts. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '\r\nX-Injected: 1',
    '%00',
    '../..',
  ),
  fc.constantFrom(
    "' or 1=1 --",
    '$1',
    '{}',
    '<script>',
    '__proto__',
    'constructor',
    'x'.repeat(5000),
    '😀'.repeat(300),
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom([], {}, [[]], [null], { __proto__: null, toString: 1 }, { $ref: '#' }),
  fc.array(fc.integer(), { maxLength: 5 }),
);

/** Generates a value that the schema allows, mostly. */
function valid(given: Schema, name: string, likely: Likely): fc.Arbitrary<unknown> {
  const schema = dereference(given);
  // Items of a list use the list's name.
  const known = schema.type === 'array' ? undefined : likely[name];
  if (known) return fc.oneof({ arbitrary: known, weight: 3 }, { arbitrary: random(schema, name, likely), weight: 1 });
  return random(schema, name, likely);
}

function random(schema: Schema, name: string, likely: Likely): fc.Arbitrary<unknown> {
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one: Schema) => valid(one, name, likely)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => random({ ...schema, type }, name, likely)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum, max: Math.min(schema.maximum, 2 ** 31 - 1) });
    case 'array':
      return fc.array(valid(schema.items, name, likely), { minLength: schema.minItems ?? 0, maxLength: 4 });
    case 'object': {
      const names = Object.keys(schema.properties ?? {});
      const fields = names.map((key) => [key, valid(schema.properties[key], key, likely)]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required });
    }
    default:
      if (schema.format === 'email') return fc.emailAddress();
      if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
      return fc.string({
        unit: 'grapheme',
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 20, 20),
      });
  }
}

/** Breaks one thing: removes, adds or changes something. */
const nearly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(right, hostile, fc.nat(), fc.constantFrom('replace', 'remove', 'add')).map(([value, wrong, index, how]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
    const entries = Object.entries(value);
    if (how === 'add') return Object.fromEntries([...entries, ['extra', wrong]]);
    const place = index % entries.length;
    if (how === 'remove') return Object.fromEntries(entries.filter((_, other) => other !== place));
    return Object.fromEntries(entries.map(([key, old], other) => [key, other === place ? wrong : old]));
  });

/** The first, three times of four. */
export const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: usual, weight: 3 }, { arbitrary: odd, weight: 1 });

/**
 * Returns plausible values that are often at an end of their range: for every whole number of the contract's requests, and for epochs,
 * which hold one.
 */
export function atEnds<Known extends Likely>(likely: Known): Known {
  const ends = new Map<string, Set<unknown>>([
    ['epoch', new Set(['e0', `e${(8.64e15).toString(36)}`, 'ezzzzzzzzzzz'])],
  ]);
  const visit = (given: Schema, name: string) => {
    const schema = dereference(given);
    if (schema.type === 'integer') ends.set(name, new Set([...(ends.get(name) ?? []), schema.minimum, schema.maximum]));
    if (schema.items) visit(schema.items, name);
    for (const one of schema.oneOf ?? []) visit(one, name);
    for (const [key, property] of Object.entries(schema.properties ?? {})) visit(property, key);
  };
  for (const { operation, shared } of calls) {
    for (const { name, schema } of [...shared, ...(operation.parameters ?? [])].map(dereference)) visit(schema, name);
    const body = operation.requestBody?.content['application/json'].schema;
    if (body) visit(body, '');
  }
  // Events are judged one by one, so the calls that take them leave their type open.
  for (const name of ['DetectionEvent', 'AttendEvent']) visit(contract.components.schemas[name], '');
  const drawn = [...ends].map(([name, values]) => {
    const end = fc.constantFrom(...values);
    return [name, likely[name] ? fc.oneof(likely[name], end) : end];
  });
  return { ...likely, ...Object.fromEntries(drawn) };
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
/** Encodes as a client would; what cannot be encoded is sent raw. */
function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

/**
 * Generates valid, nearly valid and invalid requests to every call of the contract.
 * @param headers the callers' ways to authenticate
 * @param weightOf how often an operation is called, compared with others
 */
export function requests(
  likely: Likely,
  headers: fc.Arbitrary<Record<string, string>>,
  weightOf: (operation: string) => number = () => 1,
): fc.Arbitrary<OddRequest> {
  const wanted = calls.filter(({ operation }) => weightOf(operation.operationId) > 0);
  const weighted = wanted.map((call) => ({
    ...{ arbitrary: requestsTo(call, likely, headers), weight: weightOf(call.operation.operationId) },
  }));
  return fc.oneof(...weighted);
}

function requestsTo(
  { path, method, operation, shared }: { path: string; method: string; operation: Schema; shared: Schema[] },
  likely: Likely,
  headers: fc.Arbitrary<Record<string, string>>,
): fc.Arbitrary<OddRequest> {
  const parameters: Schema[] = [...shared, ...(operation.parameters ?? [])].map(dereference);
  const those = (place: string) => parameters.filter((one) => one.in === place);
  const inPath: fc.Arbitrary<Record<string, unknown>> = fc.record(
    Object.fromEntries(
      those('path').map(({ name, schema }) => {
        const known = likely[`${operation.operationId}.${name}`];
        return [name, mostly(valid(schema, name, known ? { [name]: known } : likely), hostile)];
      }),
    ),
  );
  const queryOf = (
    arbitraryOf: (schema: Schema, name: string) => fc.Arbitrary<unknown>,
  ): Record<string, fc.Arbitrary<unknown>> =>
    Object.fromEntries(those('query').map(({ name, schema }) => [name, arbitraryOf(schema, name)]));
  const required = those('query').flatMap<string>(({ name, required }) => (required ? [name] : []));
  const inQuery = fc.oneof(
    fc.record(
      queryOf((schema, name) => valid(schema, name, likely)),
      { requiredKeys: required },
    ),
    fc.record(
      queryOf((schema, name) => mostly(valid(schema, name, likely), hostile)),
      { requiredKeys: [] },
    ),
  );
  const isOfDevice = (operation.security ?? []).some((one: Schema) => 'attendToken' in one);
  const schema = operation.requestBody?.content['application/json'].schema;
  const right = schema ? valid(schema, '', likely) : fc.constant(undefined);
  const text = fc.oneof(
    { arbitrary: right.map((value) => JSON.stringify(value)), weight: 5 },
    { arbitrary: nearly(right).map((value) => JSON.stringify(value)), weight: 4 },
    { arbitrary: hostile.map((value) => JSON.stringify(value)), weight: 1 },
    {
      arbitrary: fc.constantFrom('', '{', '{"a":', '[[[[', '{"a":1}}', '\u0000', '{"__proto__":{"x":1}}', 'a=1&b=2'),
      weight: 1,
    },
  );
  const type = mostly(
    fc.constant('application/json'),
    fc.constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'application/json; charset=utf-16',
      '',
      'x',
    ),
  );
  // Some calls are only for this machine.
  const address = fc.oneof({ arbitrary: fc.ipV4(), weight: 15 }, { arbitrary: fc.constant('127.0.0.1'), weight: 1 });
  return fc
    .record({ inPath, inQuery, text, type, headers, address })
    .map(({ inPath, inQuery, text, type, headers, address }) => {
      const given = Object.entries(inQuery).filter(([, value]) => value !== undefined);
      const pairs = given.map(([name, value]) => `${name}=${encode(asText(value))}`);
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => encode(asText(inPath[name])) || '%20');
      return {
        operation: operation.operationId,
        method: method.toUpperCase() as OddRequest['method'],
        url: `${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
        body: schema ? text : undefined,
        headers: { ...headers, ...(schema && { 'content-type': type }) },
        address,
        isOfDevice,
      };
    });
}
