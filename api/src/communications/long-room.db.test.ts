import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { differencesOf } from './chains.store.ts';
import { type CommunicationSite, openCommunicationSite } from './communications.testing.ts';
import { communicationFiles } from './export-files.ts';

/** `COMMUNICATION_MESSAGES=100000 npx vitest run --project api api/src/communications/long-room` exports a room as long as the largest. */
const MESSAGES = Number(process.env.COMMUNICATION_MESSAGES ?? 2000);
/** Four times as many messages cost four times as much, and what they cost at all times falls away; a busy machine adds to either. */
const [TIMES, MOST] = [4, 6];
const AT_ONCE = 2000;

describe.each(await featureDatabase())('a room of many messages, on %s', { timeout: 1_800_000 }, (database) => {
  let site: CommunicationSite;
  beforeAll(async () => {
    site = await openCommunicationSite(database);
    for (const messages of [MESSAGES / TIMES, MESSAGES]) await talk(messages);
  }, 600_000);
  afterAll(() => site?.close());

  /** A room of two who write by turns, one message a minute; one of a hundred is withdrawn. */
  async function talk(messages: number): Promise<void> {
    const id = `long${messages}`;
    await sql`insert into chat_rooms (id, investor_id, expert_id, partner_key, status, topic, request_text, reason, requested_at, last_seq, last_at)
      values (${id}, ${`${id}_investor`}, ${`${id}_expert`}, '', 'Active', 'Results', 'Words', '', '2026-01-01T04:00:00Z', ${messages}, '2026-11-01T04:00:00Z')`.execute(
      site.db,
    );
    // In parts, as a statement has a time limit.
    for (let after = 0; after < messages; after += AT_ONCE)
      await sql`insert into chat_messages (room_id, seq, kind, sender_id, client_msg_id, body, target, status_str, reason, at)
        select ${id}, n, case when n % 100 = 0 then 'withdrawal' else 'message' end, ${id} || case n % 2 when 0 then '_investor' else '_expert' end, 'm' || n,
          case when n % 100 = 0 then '' else 'What do you make of the results of quarter ' || n || '?' end, case when n % 100 = 0 then n - 1 end, '', '',
          '2026-01-01T04:00:00Z'::timestamptz + n * interval '1 minute' from generate_series(${sql.lit(after + 1)}, ${sql.lit(Math.min(after + AT_ONCE, messages))}) n`.execute(
        site.db,
      );
  }

  const room = (messages: number) => `long${messages}`;

  /** Milliseconds of the fastest of some tries. */
  async function fastest(work: () => Promise<unknown>, tries: number): Promise<number> {
    let best = Number.POSITIVE_INFINITY;
    for (let n = 0; n < tries; n += 1) {
      const began = performance.now();
      await work();
      best = Math.min(best, performance.now() - began);
    }
    return best;
  }

  test(`compared with its chain it costs in proportion: ${MESSAGES} messages at most ${MOST} times as much as a quarter of them`, async () => {
    const compare = (messages: number) => fastest(() => differencesOf(site.db, `room/${room(messages)}`), 3);
    expect(await differencesOf(site.db, `room/${room(MESSAGES)}`)).toEqual([]);
    const [few, many] = [await compare(MESSAGES / TIMES), await compare(MESSAGES)];
    console.log(`${MESSAGES} messages compared in ${many.toFixed(0)} ms, a quarter of them in ${few.toFixed(0)} ms`);
    expect(many / few).toBeLessThan(MOST);
  });

  test('wherever it was changed, cut or added to, that is named', async () => {
    const id = room(MESSAGES);
    const [changed, gone, slipped] = [MESSAGES / 2 + 1, MESSAGES - 1, 2 ** 31 - 1];
    await sql`update chat_messages set body = 'Another' where room_id = ${id} and seq = ${changed}`.execute(site.db);
    await sql`delete from chat_messages where room_id = ${id} and seq = ${gone}`.execute(site.db);
    await site.site.platform.transaction(async (tx) => {
      await sql`set local vimarsh.copying = 'on'`.execute(tx);
      await sql`insert into chat_messages select room_id, ${slipped}, kind, sender_id, 'slipped', body, target, status_str, reason, at, call_id from chat_messages
        where room_id = ${id} and seq = 1`.execute(tx);
    });
    expect(await differencesOf(site.db, `room/${id}`)).toEqual(
      [
        { chain: `room/${id}`, kind: 'chat.message', ref: String(changed), why: 'changed' },
        { chain: `room/${id}`, kind: 'chat.message', ref: String(gone), why: 'missing' },
        { chain: `room/${id}`, kind: 'chat.message', ref: String(slipped), why: 'unknown' },
      ].sort((a, b) => (a.ref < b.ref ? -1 : 1)),
    );
  });

  test(`exported it has every message, in parts of which one lies in memory, and costs in proportion`, async () => {
    async function exported(messages: number): Promise<{ ms: number; lines: number; held: number }> {
      const [before, began] = [process.memoryUsage(), process.cpuUsage()];
      let [lines, held] = [0, 0];
      const wish = { scope: 'room', target: room(messages), from: null, until: null, viewer: null } as const;
      const { identity, platform } = site.site;
      const parts = { db: site.db, identity, site: 'vimarsh.test', platform, ledger: { authors: async () => [] }, sources: undefined } as never;
      for await (const { path, content } of communicationFiles(parts, wish, { made_at: new Date('2026-11-20T06:00:00Z'), transcript: false })) {
        if (path.endsWith('.jsonl') && !path.endsWith('heads.jsonl')) lines += String(content).split('\n').length - 1;
        const { heapUsed, external } = process.memoryUsage();
        held = Math.max(held, heapUsed + external - before.heapUsed - before.external);
      }
      // Of the processor, with the thread that shapes papers: what else the machine does counts for nothing.
      const { user, system } = process.cpuUsage(began);
      return { ms: (user + system) / 1000, lines, held };
    }
    const [few, many] = [await exported(MESSAGES / TIMES), await exported(MESSAGES)];
    // The room itself is an entry, too.
    expect(many.lines).toBe(MESSAGES + 1);
    console.log(
      `${MESSAGES} messages exported for ${many.ms.toFixed(0)} ms of the processor, a quarter of them for ${few.ms.toFixed(0)} ms; ${(many.held / 2 ** 20).toFixed(0)} MB`,
    );
    expect(many.ms / few.ms).toBeLessThan(MOST);
  });
});
