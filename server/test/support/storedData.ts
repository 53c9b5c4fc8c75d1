import { sql } from 'drizzle-orm';
import type { Database } from '../../src/platform/database/database';

/** Fills every table, with values that a careless copy would lose, and a number of detections. */
export async function fillWithEverything(db: Database, detections = 2000): Promise<void> {
  const hostile = 'line\u2028 one\r\ntwo \\ "quoted" \u0001 😀 é\ttab \\u0041';
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index)).toString('hex');
  const run = (text: TemplateStringsArray, ...values: unknown[]) => db.execute(sql(text, ...values));
  const first = '2024-02-29 23:59:59.999999+00';
  await run`insert into students (name, email, language) select ${hostile}::text || n, n || '@pupils.example', case when n % 2 = 0 then 'uk' end from generate_series(1, 50) n`;
  await run`delete from students where id > 85`;
  await run`
    insert into teachers (email, first_name, last_name, password_hash, verified_at, created_at) values
      ('ada@school.example', ${hostile}, '', 'hash', ${first}, '1999-12-31 00:00:00.000001+14'),
      ('eve@school.example', 'null', 'NULL', null, null, now())`;
  await run`update teachers set disabled_at = ${first}, google_subject = '1' where email = 'eve@school.example'`;
  await run`insert into invitations (email, token_hash, expires_at) values ('new@school.example', 'token', ${first})`;
  await run`insert into email_codes select id, 'code', now(), 5 from teachers`;
  await run`insert into password_resets select id, 'token' || id, now() from teachers`;
  await run`insert into sign_ins (teacher_id, expires_at, ends_at) select id, now(), now() from teachers, generate_series(1, 3)`;
  await run`insert into refresh_tokens select 'token' || id, id, now(), null from sign_ins`;
  await run`insert into sections (teacher_id, name, subject) select id, ${hostile}, '' from teachers, generate_series(1, 5)`;
  await run`insert into section_students select sections.id, students.id, students.id, case when students.id % 2 = 0 then 15 end from sections, students where students.id < 45`;
  await run`
    insert into section_teachers (section_id, email, role, until, invited_by, invited_at)
    select id, 'eve@school.example', case when id % 2 = 0 then 'co-teacher' else 'substitute' end, ${first}, teacher_id, ${first} from sections`;
  await run`insert into ended_sharings select id, 'mia@school.example', ${first} from sections`;
  await run`insert into named_students select id, nullif(1 + id % 3, 1) from students where id < 50`;
  await run`insert into roster_sections select ${hostile}::text || id, id from sections`;
  await run`insert into roster_students select ${hostile}::text || id, id from students`;
  await run`insert into roster_teachers select ${hostile}::text || id, email from teachers`;
  await run`insert into detection_sessions (section_id, started_at, ended_at) select id, ${first}, now() from sections`;
  await run`insert into detection_sessions (section_id, started_at, started_by_teacher_id) select id, now(), teacher_id from sections`;
  await run`select make_month(${first}), make_month('2024-03-01Z'), make_month(now())`;
  await run`
    insert into detections
      (section_id, session_id, student_id, activity_type, details, seen_at, arrived_at, source, review_state, review_note, reviewed_at)
    select
      1 + n % 10, case when n % 3 > 0 then 1 + n % 10 end, (select min(id) from students) + n % 40, 'no_face',
      nullif(${hostile}, repeat('x', n % 2)),
      ${first}::timestamptz + n % 2 * interval '1 microsecond', ${first}, ${hostile}, review.state, review.note, review.at
    from generate_series(1, ${detections}) n
    left join (values ('dismissed', ${hostile}, timestamptz ${sql.raw(`'${first}'`)})) as review (state, note, at) on n % 5 = 0`;
  await run`insert into heard_sessions select id, ${first} from detection_sessions`;
  await run`insert into watched_sessions select id, ${first}, 90000 from detection_sessions`;
  await run`insert into heard_agents select id, ${hostile}, ${first}, null, ${first}, 'clock' from detection_sessions`;
  await run`insert into lesson_codes select id, 'code' || id from detection_sessions`;
  await run`
    insert into attendances (session_id, student_id, name, email, status, reason, since, heard_at, knocked_at) values
      (1, (select min(id) from students), null, null, 'admitted', '', ${first}, now(), now()),
      (1, null, ${hostile}, 'guest@x.example', 'knocking', ${hostile}, now(), now(), now())`;
  await run`insert into attendance_spans select id, 'watching', ${first}, now() from attendances`;
  await run`insert into excuses select 1, id, ${hostile}, ${first}, now(), null from students where id < 50 limit 3`;
  await run`insert into register_corrections select 1, id, 'no_camera', ${hostile}, 1, ${first} from students where id < 50 limit 3`;
  await run`insert into former_members select 1 + id % 3, id, nullif(${first}::timestamptz, ${first}), ${first} from students where id > 44`;
  await run`insert into interruptions select id, ${hostile}, ${first}, now() from detection_sessions`;
  await run`insert into open_episodes select 'event' || id, id, id, ${first}, now() from attendances`;
  await run`insert into attendance_tokens select 'token' || id, id, now() from attendances`;
  await run`
    insert into attendance_links (session_id, student_id, token_hash, status, sent_at, expires_at)
    select 1, id, 'link' || id, 'open', ${first}, now() from students where id < 50 limit 3`;
  await run`
    insert into badges (section_id, student_id, token_hash, made_at)
    select section_id, student_id, 'badge' || section_id || '-' || student_id, ${first} from section_students`;
  await run`
    insert into agents (name, key_hash, events_per_minute, section_ids) values
      (${hostile}, 'hash', 6000, null), ('Room 12', 'another', 500, '{1,2}')`;
  await run`insert into recorded_events select 'Room 12', ${hostile}::text || n, now() from generate_series(1, 3) n`;
  await run`insert into deleted_detections (section_id, change, detection_id, deleted_at) select id, 3, 900000 + id, ${first} from sections`;
  await run`
    insert into screenshots select id, seen_at, bytes from detections join (values
      (1, decode(${bytes}, 'hex')), (2, ''), (3, decode(repeat(${bytes}, 10000), 'hex'))) as given (of, bytes) on id = of`;
  await run`
    insert into queued_mails ("to", subject, text, expires_at, next_try_at)
    values ('ada@school.example', ${hostile}, ${hostile}, now(), now())`;
  await run`insert into development_mails ("to", subject, text, sent_at) values ('ada@school.example', '', '', now())`;
  await run`
    insert into audit_entries values
      ('one', ${first}, ${first}, 3, 'logs read', 1, 'ada@school.example', 1, null, null),
      ('two', now(), now(), 1, 'sign-in', 2, null, null, '::1', ${hostile})`;
  await run`insert into rate_limits values ('key', 3, now())`;
}

/**
 * Reads every table's rows as PostgreSQL formats them and the next value of its sequence, independently of the
 * product's code. Entries about the copy itself are left out.
 */
export async function everythingIn(db: Database): Promise<Record<string, unknown>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone to 'UTC'`);
    const tables = rowsOf<{ name: string }>(
      await tx.execute(sql`
        select relname as name from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`),
    );
    const everything: Record<string, unknown> = {};
    for (const { name } of tables) {
      const rows = await tx.execute(sql`select t::text as row from ${sql.identifier(name)} t`);
      everything[name] = rowsOf<{ row: string }>(rows)
        .map(({ row }) => row)
        .filter((row) => !row.includes('everything was '))
        .sort();
    }
    const sequences = rowsOf<{ name: string }>(
      await tx.execute(sql`select sequencename as name from pg_sequences where schemaname = 'public'`),
    );
    for (const { name } of sequences) {
      const next = await tx.execute(
        sql`select (last_value + is_called::integer)::integer as next from ${sql.identifier(name)}`,
      );
      everything[name] = rowsOf<{ next: number }>(next)[0]?.next;
    }
    return everything;
  });
}

const rowsOf = <T>(result: unknown): T[] => (result as { rows: T[] }).rows;
