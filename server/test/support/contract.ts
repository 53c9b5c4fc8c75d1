import { readFileSync } from 'node:fs';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { contractFile } from '../../src/folders';

interface Header {
  $ref?: string;
  required?: boolean;
}

interface Response {
  $ref?: string;
  headers?: Record<string, Header>;
  content?: Record<string, object>;
}

/** An answer to a call. */
export interface GivenAnswer {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  header(name: string): string | undefined;
  body: string;
}

const contract = closeObjects(parse(readFileSync(contractFile, 'utf8')));
const bodies = new Ajv2020({ strict: false });
const headers = new Ajv2020({ strict: false, coerceTypes: true });
for (const ajv of [bodies, headers]) addFormats(ajv).addSchema(contract, 'contract');

const paths = Object.keys(contract.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Forbids undeclared properties in answers. */
// biome-ignore lint/suspicious/noExplicitAny: walks a document of any shape
function closeObjects(node: any): any {
  if (Array.isArray(node)) return node.map(closeObjects);
  if (node === null || typeof node !== 'object') return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closeObjects(value)]));
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy;
}

/** Returns the contract's operation for a method and path, if any. */
export function operationOf(method: string, path: string): string | undefined {
  return findOperation(method, path)?.operation.operationId;
}

function findOperation(method: string, path: string) {
  const found = paths.find(({ pattern }) => pattern.test(path));
  const operation = found && contract.paths[found.template][method.toLowerCase()];
  return operation && { operation, pointer: pointerTo('paths', found.template, method.toLowerCase()) };
}

/** Throws unless the contract declares the answer. Requests outside the contract may only be refused. */
export function checkAnswer({ method, path, status, header, body }: GivenAnswer): void {
  const call = `${method} ${path} → ${status}`;
  const found = findOperation(method, path);
  if (!found && status < 400) throw new Error(`${call}: the contract has no such call.`);
  const responses: Record<string, Response> = found?.operation.responses ?? {};
  const key = String(status) in responses ? String(status) : 'default';
  const direct = responses[key] ?? { $ref: '#/components/responses/Refusal' };
  if (key === 'default' && status < 400) throw new Error(`${call}: the contract does not declare this status.`);
  const { target: response, pointer } = follow(direct, found ? `${found.pointer}${pointerTo('responses', key)}` : '');

  for (const [name, declared] of Object.entries<Header>(response.headers ?? {})) {
    const given = header(name);
    const { target, pointer: place } = follow(declared, `${pointer}${pointerTo('headers', name)}`);
    if (given === undefined && target.required) throw new Error(`${call}: the header ${name} is missing.`);
    if (given !== undefined) check(headers, `${place}/schema`, given, `${call}: ${name}`);
  }

  const content = response.content ?? {};
  if (Object.keys(content).length === 0) {
    if (body !== '') throw new Error(`${call}: the contract declares no body, but there is ${body}`);
    return;
  }
  const mediaType = header('content-type')?.split(';')[0] ?? '';
  if (!(mediaType in content)) throw new Error(`${call}: the contract does not declare ${mediaType}.`);
  if (mediaType === 'application/json')
    check(bodies, `${pointer}${pointerTo('content', mediaType, 'schema')}`, JSON.parse(body), call);
}

function check(ajv: Ajv2020, pointer: string, value: unknown, call: string): void {
  const validate: ValidateFunction = compile(ajv, pointer);
  if (!validate(value)) throw new Error(`${call}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}

/** Ajv caches compiled schemas by identity. */
const references = new Map<string, object>();
function compile(ajv: Ajv2020, pointer: string): ValidateFunction {
  const reference = references.get(pointer) ?? { $ref: `contract#${pointer}` };
  references.set(pointer, reference);
  return ajv.compile(reference);
}

/** Resolves a reference. @returns the schema and its pointer */
// biome-ignore lint/suspicious/noExplicitAny: walks a document of any shape
function follow<Node extends { $ref?: string }>(node: Node, pointer: string): { target: any; pointer: string } {
  if (!node.$ref) return { target: node, pointer };
  const steps = node.$ref.split('/').slice(1);
  return { target: steps.reduce((target, step) => target[step], contract), pointer: `/${steps.join('/')}` };
}

const pointerTo = (...steps: string[]) =>
  steps.map((step) => `/${encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1'))}`).join('');
