import { closeSync, fdatasyncSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Initialise = NodeFS['init'];

/**
 * PGlite's files on disk, with the fsync that its own file system lacks: without it a commit survives the death of the process
 * but not a loss of power. And where a full disk refuses a new file, that one remembers it as made, and refuses it for good.
 */
export class DurableFileSystem extends NodeFS {
  #files: OpenFiles = { streams: [] };

  override init(...[database, options]: Parameters<Initialise>): ReturnType<Initialise> {
    const preRun = [
      ...(options.preRun ?? []),
      ({ NODEFS, FS }: { NODEFS: object; FS: object }) => {
        if (!isDisk(NODEFS) || !hasStreams(FS))
          throw new Error('This PGlite has another file system than the one known here.');
        NODEFS.stream_ops.fsync = ({ nfd }) => {
          NODEFS.tryFSOperation(() => fdatasyncSync(nfd));
          return 0;
        };
        NODEFS.node_ops.mknod = (parent, name, mode, device) => {
          const path = join(NODEFS.realPath(parent), name);
          NODEFS.tryFSOperation(() => {
            if ((mode & kindMask) === folderKind) mkdirSync(path, mode);
            else writeFileSync(path, '', { mode });
          });
          return NODEFS.createNode(parent, name, mode, device);
        };
        this.#files = FS;
      },
    ];
    return super.init(database, { ...options, preRun });
  }

  /** Closes what a database that cannot be closed any more has open, so that removed files give their room back. */
  abandon(): void {
    for (const stream of this.#files.streams.splice(0)) if (stream?.nfd !== undefined) closeSync(stream.nfd);
  }
}

/**
 * PGlite's own parameters, but without `-F`, which turns every sync off; and with a cache that fits one school. WebAssembly has all of the
 * cache in memory from the start, used or not: PostgreSQL's usual 128 MB took 100 MB more.
 */
export const durableStartParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=32MB'],
];

/** The part of a mode that tells what kind of file it is. */
const kindMask = 0o170_000;
const folderKind = 0o040_000;

interface Disk {
  node_ops: { mknod: (parent: object, name: string, mode: number, device: number) => object };
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  realPath(node: object): string;
  createNode(parent: object, name: string, mode: number, device: number): object;
  /** Tells PostgreSQL of a system's error by its number. */
  tryFSOperation(operation: () => void): void;
}

interface OpenFiles {
  streams: ({ nfd?: number } | null)[];
}

const diskParts = ['node_ops', 'stream_ops', 'realPath', 'createNode', 'tryFSOperation'];

function isDisk(fileSystem: object): fileSystem is Disk {
  return diskParts.every((part) => part in fileSystem);
}

function hasStreams(files: object): files is OpenFiles {
  return 'streams' in files && Array.isArray(files.streams);
}
