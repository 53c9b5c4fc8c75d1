import { readFileSync } from 'node:fs';
import type { components } from '@vigil/contract';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import * as v from 'valibot';
import { contractFile } from '../../folders';
import { isEmail } from './email';
import { HttpError } from './httpError';
import { errorBodyOf } from './validationErrors';

/** The parts of the contract that the server reads. */
const Schema = v.record(v.string(), v.unknown());
const Parameter = v.object({
  name: v.string(),
  in: v.string(),
  required: v.optional(v.boolean(), false),
  schema: Schema,
});
const Reference = v.object({ $ref: v.string() });
const Parameters = v.array(v.union([Parameter, Reference]));
const Operation = v.object({
  operationId: v.string(),
  security: v.optional(v.array(v.record(v.string(), v.unknown()))),
  parameters: v.optional(Parameters, []),
  requestBody: v.optional(v.object({ content: v.object({ 'application/json': v.object({ schema: Schema }) }) })),
  responses: v.record(v.string(), v.unknown()),
});
const Contract = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.looseObject({ parameters: v.record(v.string(), Parameter), schemas: Schema }),
});

/** One call of the contract. */
export interface ContractCall {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In the router's syntax: `/things/:id/delete/`. */
  route: string;
  /** Names of the accepted security schemes; undefined for the usual one. */
  security: string[] | undefined;
  successStatus: number;
  /** Self-contained schemas. Values of path and query arrive as text. */
  path: object;
  query: object;
  body: object;
  /** Names of the fields that the body's schema declares. */
  bodyFields: string[];
}

const Method = v.picklist(['GET', 'POST', 'PUT', 'DELETE']);

/** The contract as JSON, embedded by the build: parsing YAML would add a tenth of a second to each start. */
declare const builtContract: string | undefined;

const read = async () =>
  typeof builtContract === 'string'
    ? JSON.parse(builtContract)
    : (await import('yaml')).parse(readFileSync(contractFile, 'utf8'));
const contract = v.parse(Contract, await read());

/** A test checks the schemas. Checking them at run time would compile the meta-schema first. */
const ajvOptions = { strict: false, validateSchema: false, formats: { 'idn-email': isEmail } };
const ajvs = {
  json: addFormats(new Ajv2020(ajvOptions)),
  /** Values of paths and queries arrive as text. */
  text: addFormats(new Ajv2020({ ...ajvOptions, coerceTypes: true })),
};

export const compileSchema = <T>(schema: object, values: keyof typeof ajvs): ValidateFunction<T> =>
  ajvs[values].compile<T>(schema);

type Schemas = components['schemas'];

/**
 * Checks values whose type the contract leaves open in the schema of the whole request.
 *
 * @returns a function that returns a value that fits the named schema, and throws HttpError 400 for any other
 */
export function readerOf<Name extends keyof Schemas>(name: Name): (value: unknown) => Schemas[Name] {
  let fits: ValidateFunction<Schemas[Name]> | undefined;
  return (value) => {
    fits ??= compileSchema({ $ref: `#/components/schemas/${name}`, components: contract.components }, 'json');
    if (fits(value)) return value;
    throw new HttpError(400, errorBodyOf(fits.errors ?? []));
  };
}

/** Reads the calls out of api/openapi.yaml. */
export function readContract(): ContractCall[] {
  const { paths, components } = contract;
  return Object.entries(paths).flatMap(([path, { parameters: shared = [], ...byMethod }]) =>
    Object.entries(byMethod).map(([method, unparsed]) => {
      const operation = v.parse(Operation, unparsed);
      const parameters = [...v.parse(Parameters, shared), ...operation.parameters].map((parameter) =>
        '$ref' in parameter ? resolve(components.parameters, parameter.$ref) : parameter,
      );
      const valuesIn = (place: string) => {
        const those = parameters.filter((parameter) => parameter.in === place);
        return {
          type: 'object',
          properties: Object.fromEntries(those.map(({ name, schema }) => [name, schema])),
          required: those.filter(({ required }) => required).map(({ name }) => name),
          components,
        };
      };
      const bodySchema = operation.requestBody?.content['application/json'].schema;
      return {
        operationId: operation.operationId,
        method: v.parse(Method, method.toUpperCase()),
        route: path.replace(/\{(\w+)\}/g, ':$1'),
        security: operation.security?.flatMap((scheme) => Object.keys(scheme)),
        successStatus: Number(Object.keys(operation.responses).find((status) => status.startsWith('2'))),
        path: valuesIn('path'),
        query: valuesIn('query'),
        body: { ...bodySchema, components },
        bodyFields: fieldsOf(bodySchema, components.schemas),
      };
    }),
  );
}

function resolve(parameters: Record<string, v.InferOutput<typeof Parameter>>, reference: string) {
  const parameter = parameters[reference.replace('#/components/parameters/', '')];
  if (!parameter) throw new Error(`The contract has no ${reference}.`);
  return parameter;
}

const WithFields = v.object({ properties: Schema });

/** Returns the fields of a schema in `components`; of any other schema, none. */
function fieldsOf(schema: Record<string, unknown> | undefined, schemas: Record<string, unknown>): string[] {
  const declared = schemas[String(schema?.$ref).replace('#/components/schemas/', '')];
  return v.is(WithFields, declared) ? Object.keys(declared.properties) : [];
}
