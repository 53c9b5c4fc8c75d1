import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFileSystem, durableStartParameters } from './durableFileSystem';

export const extensions = { pg_trgm };

/**
 * PGlite on a folder. PostgreSQL panics and exits when its WAL cannot be written. PGlite would continue with corrupt memory and hang in
 * the next query; this client rejects all later queries with the panic's error.
 */
export class EmbeddedClient extends PGlite {
  readonly #files: DurableFileSystem;
  #panic: Error | undefined;
  onPanic: (error: Error) => void = () => {};

  private constructor(files: DurableFileSystem) {
    super({ fs: files, startParams: durableStartParameters, extensions });
    this.#files = files;
  }

  /** Opens the database in a folder, which it creates on first use. */
  static async open(folder: string): Promise<EmbeddedClient> {
    const files = new DurableFileSystem(folder);
    try {
      const client = new EmbeddedClient(files);
      await client.waitReady;
      return client;
    } catch (error) {
      files.abandon();
      throw error;
    }
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#panic) throw this.#panic;
    return super.execProtocolRawSync(message);
  }

  override async execProtocolStream(
    ...query: Parameters<PGlite['execProtocolStream']>
  ): ReturnType<PGlite['execProtocolStream']> {
    try {
      return await super.execProtocolStream(...query);
    } catch (error) {
      if (!this.#panic && isPanic(error)) {
        this.#panic = error;
        this.#files.abandon();
        this.onPanic(error);
      }
      throw error;
    }
  }

  override async close(): Promise<void> {
    if (!this.#panic) await super.close();
  }
}

function isPanic(error: unknown): error is Error {
  return error instanceof Error && 'severity' in error && ['PANIC', 'FATAL'].includes(String(error.severity));
}
