import * as v from 'valibot';
import { type ApiClient, call, uncached } from './apiClient';

/** When what is recorded now will have been deleted, in milliseconds since the epoch. */
export interface Retention {
  /** Null if it is kept until somebody deletes it. */
  deletedBy: number | null;
  /** When the audit trail will have forgotten who looks now. */
  looksDeletedBy: number;
}

// Not that of `shapes.ts`, which public pages do without.
const timeShape = v.pipe(v.string(), v.transform(Date.parse), v.number());
const shape = v.pipe(
  v.object({ deleted_by: v.nullable(timeShape), looks_deleted_by: timeShape }),
  v.transform(
    ({ deleted_by, looks_deleted_by }): Retention => ({ deletedBy: deleted_by, looksDeletedBy: looks_deleted_by }),
  ),
);

/** Returns how long records are kept, or null if the server does not say. */
export const fetchRetention = ({ client }: ApiClient, signal: AbortSignal): Promise<Retention | null> =>
  call(client.GET('/attend/retention/', { signal, ...uncached }), shape, '').catch(() => null);
