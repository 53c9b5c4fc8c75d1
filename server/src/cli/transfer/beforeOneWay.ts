import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Periodic, startPeriodic } from '../../domain/periodic';
import type { BeforeOneWay } from '../../platform/database/migrate';
import { OperatorError } from '../../platform/operatorError';
import type { Settings } from '../../settings';
import { writeBackup } from './backupFile';
import { readContents } from './readContents';
import { withoutSecrets } from './withoutSecrets';
import { hasData } from './writeContents';

const prefix = 'before-upgrade-';
const keptDays = 30;
const dayMilliseconds = 86_400_000;

/** Other instances may still work with the database, and only its administrator knows how it is backed up. */
export const refuseOneWay: BeforeOneWay = async (db) => {
  if (!(await hasData(db))) return;
  throw new OperatorError(
    'This version changes the database so that the version before cannot work with it. Stop all instances, make a backup (npm run backup -- FILE), and then run npm run migrate once.',
  );
};

/** Makes a backup in the data directory. Tries after a failed migration replace it, so that they do not fill the disk. */
export const backUpFirst =
  (dataDirectory: string): BeforeOneWay =>
  async (db, schema) => {
    if (!(await hasData(db))) return;
    const file = join(dataDirectory, `${prefix}${schema}.vigil`);
    await readContents(db, (contents) => writeBackup(file, withoutSecrets(contents)));
    console.error(
      `The version before cannot work with the database after this upgrade. To go back, restore ${file} with it, within ${keptDays} days.`,
    );
  };

/** Deletes backups of `backUpFirst` once a day, as soon as what is in them may no longer be kept. */
export const startDeletingBackups = (
  { dataDirectory, retentionDays = keptDays }: Pick<Settings, 'dataDirectory' | 'retentionDays'>,
  log: FastifyBaseLogger,
): Periodic =>
  startPeriodic(
    dayMilliseconds,
    async () => {
      const oldest = Date.now() - Math.min(retentionDays, keptDays) * dayMilliseconds;
      for (const name of readdirSync(dataDirectory).filter((one) => one.startsWith(prefix))) {
        const file = join(dataDirectory, name);
        if (statSync(file).mtimeMs < oldest) rmSync(file);
      }
    },
    (error) => log.error(error, 'backups from before upgrades could not be deleted'),
  );
