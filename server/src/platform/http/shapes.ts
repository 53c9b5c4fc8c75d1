import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { components } from '../../schema';
import { ajvOptions, readSchema } from './contract';
import { HttpError } from './httpError';
import { errorBodyOf } from './validationErrors';

type Schemas = components['schemas'];

/**
 * Reads values that the contract's check of a whole request leaves open.
 * @returns a function that gives back what fits the schema. It throws HttpError 400 for anything else
 */
export function readerOf<Name extends keyof Schemas>(name: Name): (value: unknown) => Schemas[Name] {
  let fits: ValidateFunction<Schemas[Name]> | undefined;
  return (value) => {
    fits ??= addFormats(new Ajv2020(ajvOptions)).compile<Schemas[Name]>(readSchema(name));
    if (fits(value)) return value;
    throw new HttpError(400, errorBodyOf(fits.errors ?? []));
  };
}
