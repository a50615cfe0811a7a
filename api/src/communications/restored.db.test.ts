import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { backUp } from '../platform/backup/backup.ts';
import { restore } from '../platform/backup/restore.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLogger } from '../platform/log/logging.ts';
import { databases, freshPlace } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { checkChains } from './checking.ts';
import { type CommunicationSite, openCommunicationSite, PEOPLE } from './communications.testing.ts';
import { communicationTables } from './tables.ts';

const silent = createLogger('silent');
/** Acknowledged before the backup begins. */
const BEFORE = 60;
/** Two rooms, and what the server itself has said. */
const MOST_HEADS = 6;

interface Kept {
  readonly room_id: string;
  readonly seq: number;
  readonly client_msg_id: string;
  readonly body: string;
}

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function emptyPlace(database: 'pglite' | 'postgres') {
  const { place, remove } = await freshPlace(database);
  cleanups.push(remove);
  return place;
}
type More = NonNullable<Parameters<typeof openCommunicationSite>[1]>;
async function openOn(database: 'pglite' | 'postgres', more: More): Promise<CommunicationSite> {
  const site = await openCommunicationSite(database, more);
  cleanups.push(() => site.close());
  return site;
}

/** Two rooms, and both members of each writing without a pause until they are told to stop. */
async function beginTalking(site: CommunicationSite) {
  const acknowledged: Kept[] = [];
  let goesOn = true;
  const writers: { email: string; room: string }[] = [];
  for (const [investor, expert, expert_id] of [
    [PEOPLE.chat, PEOPLE.ananya, 'exp_01'],
    [PEOPLE.pro, PEOPLE.devendra, 'exp_02'],
  ] as const) {
    const request = { expert_id, topic: 'Results', text: 'How do you read them?', client_msg_id: ulid() };
    const room: string = (await (await site.member(investor)).post('/chat/v1/rooms', request)).body.data.title;
    await (await site.member(expert)).post('/chat/v1/rooms/decide', { room, accept: true });
    writers.push({ email: investor, room }, { email: expert, room });
  }
  const talking = writers.map(async ({ email, room }) => {
    const member = await site.member(email);
    for (let n = 1; goesOn; n += 1) {
      const [client_msg_id, body] = [ulid(), `Message ${n} of ${email}`];
      const { seq } = (await member.post('/chat/v1/messages', { room, client_msg_id, body })).body.data;
      acknowledged.push({ room_id: room, seq, client_msg_id, body });
      if (n % 7 === 0) await member.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target: seq });
    }
  });
  return {
    acknowledged,
    room: writers[0]!.room,
    async stop() {
      goesOn = false;
      await Promise.all(talking);
    },
  };
}

describe.each(await databases())('a backup of chats at work, on %s', (database) => {
  test('put back, it has every message acknowledged before it began, once and without a hole; chains and signed heads hold, and the chats go on', {
    timeout: 400_000,
  }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vimarsh-restored-'));
    cleanups.push(() => rm(directory, { recursive: true, force: true }));
    const [place, target] = [await emptyPlace(database), await emptyPlace(database)];
    // Somebody writes between any two signatures: rooms at work are signed once, not without an end.
    let heads = 0;
    const beforeSigning = async () => {
      heads += 1;
      const known = talk.acknowledged.length;
      if (heads <= MOST_HEADS) await expect.poll(() => talk.acknowledged.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(known + 8);
    };
    const source = await openOn(database, { place, beforeSigning });
    const talk = await beginTalking(source);
    cleanups.push(() => talk.stop());
    await expect.poll(() => talk.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(BEFORE);
    await source.communications.signHeads();
    expect(heads, 'heads signed').toBeLessThan(MOST_HEADS);
    // A server on the embedded database is stopped for a backup.
    if (database === 'pglite') await talk.stop();
    const before = [...talk.acknowledged];

    const archive = join(directory, 'backup.tar.gz');
    const read = await openDatabase(place, silent, { migrations: new Set() });
    await backUp(read, join(directory, 'none'), archive);
    await read.close();
    const during = talk.acknowledged.length - before.length;
    await talk.stop();
    expect(during > 0, 'somebody wrote meanwhile').toBe(database === 'postgres');

    const rows = async (db: Parameters<typeof communicationTables>[0]): Promise<Kept[]> =>
      (await communicationTables(db)
        .selectFrom('chat_messages' as never)
        .select(['room_id', 'seq', 'client_msg_id', 'body'] as never)
        .orderBy('room_id' as never)
        .orderBy('seq' as never)
        .execute()) as Kept[];
    const written = await rows(source.site.platform.db);
    const { checked } = await restore({
      file: archive,
      place: target,
      directory: join(directory, 'restored'),
      log: silent,
      before: { look: () => undefined, decide: async () => undefined },
      async check(there) {
        const found = { rows: await rows(there.db), chains: await checkChains(communicationTables(there.db), [source.key]) };
        await there.close();
        return found;
      },
    });
    expect(checked.chains.wrong).toEqual([]);
    expect(checked.chains.entries).toBeGreaterThan(before.length);
    for (const room of new Set(written.map(({ room_id }) => room_id))) {
      const there = checked.rows.filter(({ room_id }) => room_id === room);
      // The beginning of what was written, whole: no hole, nothing twice, nothing in another order.
      expect(there).toEqual(written.filter(({ room_id }) => room_id === room).slice(0, there.length));
      expect(there.map(({ seq }) => seq)).toEqual(there.map((_, at) => at + 1));
    }
    const numbers = new Set(checked.rows.map(({ client_msg_id }) => client_msg_id));
    expect(before.filter(({ client_msg_id }) => !numbers.has(client_msg_id))).toEqual([]);

    const again = await openOn(database, { place: target });
    const member = await again.member(PEOPLE.chat);
    const [head, lost] = [checked.rows, written].map((all) => all.filter(({ room_id }) => room_id === talk.room).length) as [number, number];
    // A page that knows what came after the backup reads by this that the server is an older copy.
    expect((await member.get(`/chat/v1/rooms/${talk.room}/messages?after=${lost}&limit=50`)).body.data).toMatchObject({ entries: [], head });
    const next = await member.post('/chat/v1/messages', { room: talk.room, client_msg_id: ulid(), body: 'Written after the restore' });
    expect(next.body.data.seq).toBe(head + 1);
    expect((await checkChains(again.db, [source.key])).wrong).toEqual([]);
  });
});
