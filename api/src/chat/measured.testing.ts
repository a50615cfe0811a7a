import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { insertCrowd } from '../identity/crowd.testing.ts';
import { openSite } from '../identity/site.testing.ts';
import { ISSUERS, type Listing } from '../market/index.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { databases, freshPlace } from '../platform/testing.ts';
import { callsOf } from './chat.testing.ts';
import { createChat } from './create-chat.ts';

/*
 * Child of the bench: a server on PostgreSQL with open rooms `r1` to `r<rooms>` of `usr_<2n-1>` and `usr_<2n>`, `long` with so many messages and
 * `short` with 100. Nobody is too fast for it, and whoever says their user id is that person: what is measured is chats. Started with
 * --expose-gc it answers `memory` with the bytes it holds.
 */

const { rooms, long } = JSON.parse(process.argv[2]!) as { rooms: number; long: number };
const [LONG, SHORT] = [2 * rooms + 1, 2 * rooms + 3];

const person = (user_id: string): Caller => ({
  user_id,
  session_id: user_id,
  roles: [],
  profession: Number(user_id.slice(4)) % 2 === 1 ? 'Retail Investor' : 'Analyst',
  is_admin: false,
  partner_key: '',
  plan: null,
  promotional: false,
  kyc_gate: null,
  chat: true,
  publisher: false,
  expert_status: Number(user_id.slice(4)) % 2 === 1 ? '' : 'verified',
});

if (!(await databases()).includes('postgres')) throw new Error('No PostgreSQL answers at TEST_DATABASE_URL');
const { place, remove } = await freshPlace('postgres');
const site = await openSite('postgres', () => {}, { place });
const { platform } = site;
platform.authenticator(async (token) => (/^usr_\d+$/.test(token) ? person(token) : null));
platform.recheck(async (callers) => new Map(callers.map((caller) => [caller.session_id, caller])));
const unlimited = { take: async () => undefined, takeFrom: async () => undefined };
// The same list each time, as a day's market has it: the guard of texts reads its names once.
const listed = Object.keys(ISSUERS).map((symbol) => ({ symbol, name: `${symbol} Limited` })) as unknown as Listing[];
createChat(
  { ...platform, limits: unlimited },
  { identity: site.identity, notices: { source: () => undefined, tell: async () => undefined }, calls: callsOf(), market: { instruments: () => listed } },
);
await platform.start();
await insertCrowd(platform.db, 1, SHORT + 1);
const room = (id: string, investor: number, messages: number) => sql`
  insert into chat_rooms (id, investor_id, expert_id, partner_key, status, topic, request_text, reason, requested_at, decided_at, answered_at, ends_at, last_seq, last_at)
  values (${id}, ${`usr_${investor}`}, ${`usr_${investor + 1}`}, '', 'Active', 'Results', 'Words', '', now(), now(), now(), now() + interval '7 days', ${messages}, now())`;
for (let at = 1; at <= rooms; at += 1) await room(`r${at}`, 2 * at - 1, 0).execute(platform.db);
for (const [id, investor, messages] of [
  ['long', LONG, long],
  ['short', SHORT, 100],
] as const) {
  await room(id, investor, messages).execute(platform.db);
  await platform.db.transaction().execute(async (tx) => {
    // Marked as copied, so that no hashes are chained: for so many texts that takes minutes, and it is not measured here.
    await sql`select set_config('vimarsh.copying', 'on', true)`.execute(tx);
    await sql`insert into chat_messages (room_id, seq, kind, sender_id, client_msg_id, body, status_str, reason, at)
      select ${id}, n, 'message', 'usr_' || (${investor}::int + n % 2), ${id} || n, 'What do you make of the results of quarter ' || n || '?', '', '', now() - (${messages}::int - n) * interval '1 second'
      from generate_series(1, ${messages}::int) n`.execute(tx);
  });
  // Half of it is unread.
  await sql`insert into chat_reads (room_id, user_id, delivered, seen) values (${id}, ${`usr_${investor}`}, ${messages / 2}, ${messages / 2})`.execute(
    platform.db,
  );
}
await sql`analyze`.execute(platform.db);
const origin = await platform.app.listen({ port: 0, host: '127.0.0.1' });

process.on('message', (order: 'place' | 'memory' | 'end') => {
  void (async () => {
    if (order === 'place')
      process.send!({
        port: Number(new URL(origin).port),
        ...(place as Extract<DatabasePlace, { kind: 'postgres' }>),
        long: `usr_${LONG}`,
        short: `usr_${SHORT}`,
      });
    if (order === 'memory') {
      for (let round = 0; round < 3; round += 1) {
        globalThis.gc!();
        await sleep(200);
      }
      const { heapUsed, external, rss } = process.memoryUsage();
      process.send!({ held: heapUsed + external, rss });
    }
    if (order === 'end') {
      await site.close();
      await remove();
      process.exit(0);
    }
  })().catch((error: unknown) => process.send!({ failed: String(error) }));
});
process.on('disconnect', () => process.exit(0));
process.send!('serving');
