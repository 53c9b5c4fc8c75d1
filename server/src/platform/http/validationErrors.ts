import type { ErrorObject } from 'ajv';
import type { ErrorBody } from './httpError';

/** Turns validation errors into a sentence under the field that it concerns. */
export function errorBodyOf(errors: readonly ErrorObject[]): ErrorBody {
  const error = mostTelling(errors);
  if (!error) return { detail: 'The request is not what was expected.' };
  const steps = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') steps.push(String(error.params.missingProperty));
  const field = steps.find((step) => !/^\d+$/.test(step));
  const item = steps.find((step) => /^\d+$/.test(step));
  const sentence = `${item === undefined ? '' : `Item ${Number(item) + 1}: `}${sentenceOf(error)}`;
  return field === undefined ? { detail: sentence } : { [field]: [sentence] };
}

/** Of failed alternatives, the deepest error belongs to the intended one. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = ({ instancePath, keyword }: ErrorObject) =>
    instancePath.split('/').length + (keyword === 'required' ? 1 : 0) - (keyword === 'oneOf' ? 0.5 : 0);
  return errors.toSorted((one, other) => depth(other) - depth(one))[0];
}

function sentenceOf({ keyword, params }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'This field is required.';
    case 'minLength':
      return params.limit === 1 ? 'This field is required.' : `Use at least ${params.limit} characters.`;
    case 'maxLength':
      return `Use at most ${params.limit} characters.`;
    case 'minItems':
      return `Give at least ${params.limit}.`;
    case 'maxItems':
      return `Give at most ${params.limit}.`;
    case 'minimum':
      return `This must be at least ${params.limit}.`;
    case 'maximum':
      return `This must be at most ${params.limit}.`;
    case 'format':
      return params.format === 'idn-email' ? 'Enter a valid email address.' : 'Enter a date and time.';
    case 'type':
      return `This must be ${typeNames[String(params.type)] ?? params.type}.`;
    case 'const':
      return `This must be ${JSON.stringify(params.allowedValue)}.`;
    case 'enum':
      return `This must be one of ${params.allowedValues.map((value: unknown) => JSON.stringify(value)).join(', ')}.`;
    default:
      return 'This is not what was expected.';
  }
}

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
