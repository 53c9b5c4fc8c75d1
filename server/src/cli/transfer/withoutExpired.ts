import type { Contents, TableContents } from './contents';

const shortLived = new Set([
  'sign_ins',
  'refresh_tokens',
  'email_codes',
  'password_resets',
  'invitations',
  'queued_mails',
]);

/**
 * The same contents without what may have ended since they were read: sign-ins, codes, links and invitations that were used up, mails that went
 * out. The past must not bring them back.
 */
export const withoutExpired = ({ schema, tables }: Contents): Contents => ({ schema, tables: filter(tables) });

async function* filter(tables: Contents['tables']): AsyncGenerator<TableContents> {
  for await (const table of tables) {
    if (!shortLived.has(table.name)) {
      yield table;
      continue;
    }
    // What comes after them is read once they are.
    for await (const _passedOver of table.batches);
    yield { ...table, rowCount: 0, batches: none() };
  }
}

async function* none(): AsyncGenerator<string[]> {}
