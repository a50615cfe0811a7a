import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformProcess } from '../platform/platform.create.ts';
import { Fail } from '../platform/platform.ts';
import { databases, openPlatform } from '../platform/testing.ts';
import { entriesAfter } from './entries.store.ts';
import { chatTables, type RoomRow } from './tables.ts';
import { createWriting, type Writer } from './writing.ts';

/** `CHAT_HISTORIES=500 npx vitest run --project api api/src/chat/histories.db.test.ts` plays more of them; a failure prints its seed. */
const HISTORIES = Number(process.env.CHAT_HISTORIES ?? 15);
const SEED = Number(process.env.CHAT_SEED ?? 460);
const AT = new Date('2026-11-20T06:00:00Z');

/** Both members of a room, as far as writing asks for them. */
const writerOf = (user_id: string): Writer =>
  ({ caller: { user_id, session_id: 's', roles: [], profession: 'Analyst', expert_status: 'verified' }, partner: null }) as unknown as Writer;

const MEMBERS = ['investor', 'expert'] as const;
/** What a member does. Few ids and texts, so that they come again and clash. */
const step = fc.record({
  by: fc.constantFrom(...MEMBERS),
  room: fc.constantFrom(0, 1),
  kind: fc.constantFrom('message', 'message', 'message', 'edit', 'withdrawal'),
  id: fc.integer({ min: 0, max: 7 }),
  text: fc.integer({ min: 0, max: 2 }),
  target: fc.integer({ min: 1, max: 6 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
/** Steps of one batch run at once; batches follow one another. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });

describe.each(await databases())('histories of writers at once on %s', { timeout: 240_000 }, (database) => {
  let platform: PlatformProcess;
  let end: () => Promise<void>;
  let run = 0;
  beforeAll(async () => {
    ({ platform, end } = await openPlatform({ database }));
    await platform.start();
  });
  afterAll(() => end());

  async function openRooms(): Promise<string[]> {
    run += 1;
    const ids = [`r${run}a`, `r${run}b`];
    for (const [at, id] of ids.entries()) {
      const row: RoomRow = {
        id,
        investor_id: `investor${run}`,
        expert_id: at === 0 ? `expert${run}` : `expert${run}b`,
        partner_key: '',
        status: 'Active',
        topic: 'Results',
        symbol: null,
        request_text: 'Words',
        reason: '',
        requested_at: AT,
        decided_at: AT,
        answered_at: AT,
        closed_at: null,
        ends_at: new Date('2027-01-01T00:00:00Z'),
        without_plan_since: null,
        last_seq: 0,
        last_at: AT,
      };
      await chatTables(platform.db).insertInto('chat_rooms').values(row).execute();
    }
    return ids;
  }

  test(`${HISTORIES} histories: each number once and without a hole, each id one text, each acknowledgement the row, no text of a withdrawn message`, async () => {
    const db = chatTables(platform.db);
    const told: { room: string; seq: number }[] = [];
    const write = createWriting({
      platform: {
        db: platform.db,
        transaction: platform.transaction,
        limits: { take: async () => undefined, takeFrom: async () => undefined },
        safeCopies: platform.safeCopies,
      },
      checkText: (text) => (text === 'text 2' ? { kind: 'test', sentence: 'No.' } : null),
      hasPublished: async () => false,
      clock: () => AT,
      tell: ({ room_id, seq }) => void told.push({ room: room_id, seq }),
      tellAgain: () => undefined,
    });
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        const rooms = await openRooms();
        told.length = 0;
        /** The model: what each sender's id was first acknowledged as. */
        const acknowledged = new Map<string, { room: string; seq: number; what: string }>();
        const last = new Map<string, number>();
        for (const batch of batches) {
          const before = new Map(last);
          await Promise.all(
            batch.map(async ({ by, room: at, kind, id, text, target }: Step) => {
              const room = rooms[at]!;
              const user_id = by === 'investor' ? `investor${run}` : at === 0 ? `expert${run}` : `expert${run}b`;
              const body = kind === 'withdrawal' ? '' : `text ${text}`;
              const wish = { room, client_msg_id: `id${id}`, kind, body, target: kind === 'message' ? null : target } as const;
              const what = JSON.stringify([room, kind, body, wish.target]);
              try {
                const { seq, again } = await write(writerOf(user_id), wish);
                const key = `${user_id} ${id}`;
                const first = acknowledged.get(key);
                if (first) expect({ room, seq, what }).toEqual(first);
                else {
                  acknowledged.set(key, { room, seq, what });
                  if (!again) expect(seq, 'a batch follows the one before').toBeGreaterThan(before.get(room) ?? 0);
                }
                last.set(room, Math.max(last.get(room) ?? 0, seq));
              } catch (error) {
                if (!(error instanceof Fail)) throw error;
                expect(['MESSAGE_ID_USED', 'MESSAGE_BLOCKED', 'CHAT_EDIT_OVER']).toContain(error.code);
              }
            }),
          );
        }
        const stored = await db.selectFrom('chat_messages').selectAll().where('room_id', 'in', rooms).orderBy('room_id').orderBy('seq').execute();
        for (const room of rooms) {
          const numbers = stored.filter(({ room_id }) => room_id === room).map(({ seq }) => seq);
          expect(numbers).toEqual(numbers.map((_, at) => at + 1));
          const { last_seq } = await db.selectFrom('chat_rooms').select('last_seq').where('id', '=', room).executeTakeFirstOrThrow();
          expect(last_seq).toBe(numbers.length);
          const shown = await entriesAfter(db, room, 0, 1000);
          const gone = new Set(shown.filter(({ kind }) => kind === 'withdrawal').map(({ target }) => target));
          for (const entry of shown) {
            const isGone = gone.has(entry.kind === 'edit' ? entry.target : entry.seq);
            expect(entry.withdrawn).toBe(isGone && entry.kind !== 'withdrawal');
            expect(entry.body).toBe(
              entry.withdrawn || entry.kind === 'withdrawal' ? '' : stored.find((row) => row.room_id === room && row.seq === entry.seq)!.body,
            );
            expect(entry.body).not.toBe('text 2');
          }
        }
        const rows = stored.map(({ room_id, seq, sender_id, client_msg_id, kind, body, target }) => [
          `${sender_id} ${client_msg_id.slice(2)}`,
          { room: room_id, seq, what: JSON.stringify([room_id, kind, body, target]) },
        ]);
        expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(acknowledged));
        expect(rows).toHaveLength(acknowledged.size);
        expect(told.map(({ room, seq }) => `${room} ${seq}`).toSorted(), 'each is told once').toEqual(
          stored.map(({ room_id, seq }) => `${room_id} ${seq}`).toSorted(),
        );
      }),
      { numRuns: HISTORIES, seed: SEED },
    );
  });
});
