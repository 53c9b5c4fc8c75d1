import { type AnyPgColumn, bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';

/* The kinds of columns in the tables, which PGlite and PostgreSQL share. */

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
/** Foreign key with cascading deletes. */
export const idOf = (column: () => AnyPgColumn) => integer().notNull().references(column, { onDelete: 'cascade' });
/** More than 32 bits, but exact in JavaScript and JSON. */
export const longId = () => bigint({ mode: 'number' });
export const moment = () => timestamp({ withTimezone: true, mode: 'date' });
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
