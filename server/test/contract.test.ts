import Ajv2020 from 'ajv/dist/2020';
import { describe, expect, test } from 'vitest';
import { readContract } from '../src/platform/http/contract';
import { checkAnswer, type GivenAnswer } from './support/contract';

const json = 'application/json; charset=utf-8';
const check = (path: string, status: number, body: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer: GivenAnswer = {
    method,
    path,
    status,
    body,
    header: (name) => ({ 'content-type': json, ...headers })[name],
  };
  return () => checkAnswer(answer);
};
const etag = { ETag: '"x"' };
const section = { id: 1, name: '8b', subject: 'Physics' };

test('the schemas of the request validation are valid, which the server takes for granted', () => {
  const schemas = new Ajv2020({ strict: false });
  const calls = readContract();
  expect(calls.length).toBeGreaterThan(20);
  const wrong = calls.filter((call) => ![call.path, call.query, call.body].every((one) => schemas.validateSchema(one)));
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

describe('a response that the contract does not allow is detected', () => {
  test('a valid response is accepted', () => {
    check('/section/list/', 200, JSON.stringify([section]), etag)();
    check('/section/list/', 304, '', etag)();
    check('/section/list/', 418, '{"detail":"No."}')();
    check('/account/resend-otp/', 429, '{"detail":"No."}', { 'Retry-After': '1' }, 'POST')();
    check('/detection/screenshots/7/', 200, 'pixels', { 'content-type': 'image/png' })();
  });

  test.each([
    ['an undeclared status', check('/section/list/', 206, '[]', etag), 'does not declare this status'],
    [
      'an undeclared property',
      check('/section/list/', 200, JSON.stringify([{ ...section, x: 1 }]), etag),
      'additional',
    ],
    ['a missing property', check('/section/list/', 200, '[{"id":1}]', etag), 'required'],
    ['a missing header', check('/section/list/', 200, '[]'), 'ETag is missing'],
    ['a wrong header', check('/account/resend-otp/', 429, '{}', { 'Retry-After': 'soon' }, 'POST'), 'must be integer'],
    ['a body where none belongs', check('/section/list/', 304, '[]', etag), 'declares no body'],
    ['another media type', check('/section/list/', 500, 'oops', { 'content-type': 'text/html' }), 'text/html'],
    ['a refusal of another shape', check('/section/list/', 500, '{"statusCode":500}'), 'must be array'],
    ['a call that is none', check('/section/secret/', 200, '{}'), 'no such call'],
  ])('%s', (_what, checking, complaint) => {
    expect(checking).toThrow(complaint);
  });
});
