import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../platform/schema/migrate.ts';
import { databases, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { openLedger } from './index.ts';

interface FrozenEvent {
  readonly seq: number;
  readonly canonical: string;
  readonly [column: string]: unknown;
}
const frozen = JSON.parse(readFileSync(new URL('../calls/equity/frozen-calls.json', import.meta.url), 'utf8')) as {
  calls: { row: { id: string }; events: FrozenEvent[] }[];
};

describe.each(await databases())('a record from before there were kinds on %s', (database) => {
  let opened: TestPlatform;
  beforeAll(async () => {
    opened = await openPlatform({ database });
    const { db } = opened.platform;
    // The record's key is found before its events, which are signed with one that nobody has any more.
    await openLedger(opened.platform);
    await sql`alter table call_events drop column kind`.execute(db);
    await sql`delete from kysely_migration where name = '0043_event_kind'`.execute(db);
    // Databases of that time know neither releases nor checksums.
    await sql`update kysely_migration set release = null, oldest_release = null, sha256 = null`.execute(db);
    for (const { events } of frozen.calls)
      for (const { canonical, ...event } of events) {
        const { call_id, expert_id } = JSON.parse(canonical) as { call_id: string; expert_id: string };
        await db
          .insertInto('call_events')
          .values({ ...event, canonical, call_id, expert_id })
          .execute();
      }
  });
  afterAll(() => opened?.end());

  test('opens: its events are of equity calls, and not a byte of them is changed', async () => {
    const { platform } = opened;
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(platform.db);
    await migrate(platform.db, rows[0]!.schema);
    const ledger = await openLedger(platform);
    for (const { row, events } of frozen.calls) {
      const stored = await ledger.eventsOf(row.id);
      expect(stored.map(({ kind }) => kind)).toEqual(events.map(() => 'equity'));
      expect(JSON.parse(JSON.stringify(stored.map(({ kind: _, call_id: _id, expert_id: _expert, ...event }) => event)))).toEqual(events);
    }
  });
});
