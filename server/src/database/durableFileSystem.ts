import { fdatasyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Initialise = NodeFS['init'];

/**
 * PGlite's files on disk, with the fsync that its own file system lacks: without it a commit survives the death of the process
 * but not a loss of power.
 */
export class DurableFileSystem extends NodeFS {
  override init(...[database, options]: Parameters<Initialise>): ReturnType<Initialise> {
    const preRun = [
      ...(options.preRun ?? []),
      ({ NODEFS }: { NODEFS: object }) => {
        if (!hasStreamOperations(NODEFS))
          throw new Error('This PGlite has another file system than the one known here.');
        NODEFS.stream_ops.fsync = ({ nfd }) => {
          fdatasyncSync(nfd);
          return 0;
        };
      },
    ];
    return super.init(database, { ...options, preRun });
  }
}

/** PGlite's own parameters, but without `-F`, which turns every sync off. */
export const durableStartParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
];

interface StreamOperations {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
}

function hasStreamOperations(fileSystem: object): fileSystem is StreamOperations {
  return 'stream_ops' in fileSystem && typeof fileSystem.stream_ops === 'object' && fileSystem.stream_ops !== null;
}
