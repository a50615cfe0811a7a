import { setTimeout as sleep } from 'node:timers/promises';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openFaultProxy, targetOf } from '../platform/testing/fault-proxy.testing.ts';
import { databases, freshPlace, TEST_DATABASE_URL } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { openChatSite, openRoom } from './chat.testing.ts';

const COMMIT_S = 1;

// The embedded database has no connection that could be cut.
test.runIf((await databases()).includes('postgres'))(
  'a connection that is cut while the database commits: the sender is told to try again, and of both sends one message is kept',
  { timeout: 60_000 },
  async () => {
    const { place, remove } = await freshPlace('postgres');
    if (place.kind !== 'postgres') throw new Error('This test needs PostgreSQL.');
    const proxy = await openFaultProxy(targetOf(TEST_DATABASE_URL, 5432), rng(46).next);
    const chats = await openChatSite('postgres', { place: { ...place, url: proxy.through(place.url) } });
    const direct = new pg.Client({ connectionString: TEST_DATABASE_URL });
    await direct.connect();
    try {
      const { room, investor } = await openRoom(chats);
      // A commit takes as long as it takes to cut the connection, and goes on without it.
      await direct.query(`set search_path to ${place.schema}`);
      await direct.query(
        `create function slow_commit() returns trigger language plpgsql as $$ begin if new.body = 'Slowly' then perform pg_sleep(${COMMIT_S}); end if; return new; end $$`,
      );
      await direct.query(
        'create constraint trigger slow after insert on chat_messages deferrable initially deferred for each row execute function slow_commit()',
      );
      const client_msg_id = ulid();
      const sending = investor.say(room, 'Slowly', client_msg_id);
      await sleep((COMMIT_S * 1000) / 2);
      proxy.begin('cut');
      const lost = await sending;
      proxy.heal();
      expect([lost.http, lost.body.code], 'not acknowledged').toEqual([503, 'RETRY']);
      const again = await investor.say(room, 'Slowly', client_msg_id);
      expect(again.body.data).toMatchObject({ seq: 3, again: true });
      const rows = await direct.query('select seq, body from chat_messages where room_id = $1 order by seq', [room]);
      expect(rows.rows).toEqual([
        { seq: 1, body: 'How do you read these results?' },
        { seq: 2, body: '' },
        { seq: 3, body: 'Slowly' },
      ]);
    } finally {
      await direct.end();
      await chats.close();
      await proxy.close();
      await remove();
    }
  },
);
