import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, moment } from '../../platform/database/columns';

/** Programs that report detections, authenticated by a key. Deleting the row revokes it. */
export const agents = pgTable('agents', {
  id: id(),
  /** Stored with everything it reports. */
  name: text().notNull().unique(),
  keyHash: text().notNull().unique(),
  /** Rate limit. */
  eventsPerMinute: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
  /** The sections it may list and report on; null for the whole school. */
  sectionIds: integer().array(),
  /** Last accepted heartbeat or report, to ten seconds. */
  acceptedAt: moment(),
  /** Last refused report, and why. */
  refusedAt: moment(),
  refusal: text(),
});
