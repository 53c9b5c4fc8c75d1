import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../src/platform/database/database';
import { openTestDatabase, startTestServer } from './support/server';

/* How long records are kept, as `/how-detection-works` tells everyone. */

const dayMs = 86_400_000;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test.each([
  [90, 365, 91],
  [undefined, 30, null],
])(
  'anybody may ask when records are deleted: %s days, %s of the audit trail',
  async (retentionDays, auditDays, days) => {
    const server = await startTestServer({ retentionDays, auditDays }, database);
    const before = Date.now();
    const { status, body } = await server.call('GET', '/attend/retention/');
    await server.close();
    expect(status).toBe(200);
    const daysUntil = (time: string) => Math.floor((Date.parse(time) - before) / dayMs);
    // Housekeeping deletes once a day.
    expect(body.deleted_by === null ? null : daysUntil(body.deleted_by)).toBe(days);
    expect(daysUntil(body.looks_deleted_by)).toBe(auditDays + 1);
  },
);
