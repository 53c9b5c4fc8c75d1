import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/platform/database/postgres';
import { startCluster } from './cluster';
import { createDatabase } from './databases';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests run on PostgreSQL: a database to make others from, and the name of a migrated one to copy. */
    postgres?: { url: string; template: string };
  }
}

/** Makes the database that all tests on PostgreSQL start from: on the server that TEST_DATABASE_URL names, or on one of its own. */
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
