import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { contractFile } from '../../src/folders';

const contract = parse(readFileSync(contractFile, 'utf8'));
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
const closed = closeObjects(contract);

/** Objects of an answer have the properties that the contract declares and no others. */
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape is walked
function closeObjects(node: any): any {
  if (Array.isArray(node)) return node.map(closeObjects);
  if (node === null || typeof node !== 'object') return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closeObjects(value)]));
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy;
}

/** Throws unless the contract declares such an answer to the call. */
export function checkAnswer(
  method: string,
  path: string,
  status: number,
  type: string | undefined,
  body: string,
): void {
  const call = `${method} ${path} → ${status}`;
  const template = Object.keys(closed.paths).find((one) =>
    new RegExp(`^${one.replace('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const operation = template && closed.paths[template][method.toLowerCase()];
  if (!operation) throw new Error(`${call}: the contract has no such call.`);
  const responses: Record<string, { $ref?: string }> = operation.responses;
  const response = responses[status] ?? (status >= 400 ? responses.default : undefined);
  if (!response) throw new Error(`${call}: the contract does not declare this status.`);
  const declared = response.$ref ? closed.components.responses[response.$ref.split('/').pop() ?? ''] : response;
  const content = declared.content ?? {};
  if (Object.keys(content).length === 0) {
    if (body !== '') throw new Error(`${call}: the contract declares no body, but there is ${body}`);
    return;
  }
  const mediaType = type?.split(';')[0] ?? '';
  if (!(mediaType in content)) throw new Error(`${call}: the contract does not declare ${mediaType}.`);
  if (mediaType !== 'application/json') return;
  const validate = ajv.compile({ ...content[mediaType].schema, components: closed.components });
  if (!validate(JSON.parse(body))) throw new Error(`${call}: ${ajv.errorsText(validate.errors)} in ${body}`);
}
