import { closeSync, fdatasyncSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Initialise = NodeFS['init'];

/**
 * PGlite's file system with two fixes. It calls fsync, without which commits do not survive a power loss. And a file that a full disk
 * refuses can be created later; PGlite's own would consider it existing and fail for good.
 */
export class DurableFileSystem extends NodeFS {
  #files: OpenFiles = { streams: [] };

  override init(...[database, options]: Parameters<Initialise>): ReturnType<Initialise> {
    const preRun = [
      ...(options.preRun ?? []),
      ({ NODEFS, FS }: { NODEFS: object; FS: object }) => {
        if (!isDisk(NODEFS) || !hasStreams(FS)) throw new Error('This version of PGlite has a different file system.');
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

  /** Closes the open files of a database that can no longer be closed, so that deleted files free their space. */
  abandon(): void {
    for (const stream of this.#files.streams.splice(0)) if (stream?.nfd !== undefined) closeSync(stream.nfd);
  }
}

/**
 * PGlite's parameters without `-F`, which turns fsync off, and with a smaller cache: WebAssembly allocates all of it at the start, and
 * PostgreSQL's default of 128 MB takes 100 MB more.
 */
export const durableStartParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=32MB'],
];

/** S_IFMT and S_IFDIR. */
const kindMask = 0o170_000;
const folderKind = 0o040_000;

interface Disk {
  node_ops: { mknod: (parent: object, name: string, mode: number, device: number) => object };
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  realPath(node: object): string;
  createNode(parent: object, name: string, mode: number, device: number): object;
  /** Turns system errors into the errno that PostgreSQL expects. */
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
