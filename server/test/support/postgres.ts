import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/platform/database/postgres';
import { startCluster } from './cluster';
import { createDatabase } from './databases';

declare module 'vitest' {
  interface ProvidedContext {
    /** When the tests run on PostgreSQL: a database to create others from, and the name of a migrated one to copy. */
    postgres?: { url: string; template: string };
  }
}

/** Creates the template of all tests on PostgreSQL: on the server of TEST_DATABASE_URL, or on a temporary one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? undefined : await startCluster();
  const url = given ?? cluster?.url ?? '';
  const template = await createDatabase(url);
  const database = await openPostgres(template.url, console.error);
  await database.close();
  project.provide('postgres', { url, template: template.name });
  return async () => {
    await template.drop();
    await cluster?.remove();
  };
}
