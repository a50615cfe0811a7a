import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { createLogger } from '../log/logging.ts';
import { openFaultProxy, targetOf } from '../testing/fault-proxy.testing.ts';
import { databases, freshPlace, TEST_DATABASE_URL } from '../testing.ts';
import { takeStartTurn } from './start-turn.ts';

const quiet = pino({ level: 'silent' });
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe.runIf((await databases()).includes('postgres'))('a start on PostgreSQL', () => {
  test('waits for another node that starts on the same database, and for none on another', async () => {
    const [here, elsewhere] = [await freshPlace('postgres'), await freshPlace('postgres')];
    const order: string[] = [];
    const endFirst = await takeStartTurn(here.place, quiet);
    const second = takeStartTurn(here.place, quiet).then(async (end) => {
      order.push('second');
      await end();
    });
    await (await takeStartTurn(elsewhere.place, quiet))();
    await sleep(600);
    order.push('first');
    await endFirst();
    await second;
    expect(order).toEqual(['first', 'second']);
    await Promise.all([here.remove(), elsewhere.remove()]);
  });

  test.each(['cut', 'hang'] as const)(
    'waits for a database that does not answer yet (%s), and opens it as soon as it does',
    { timeout: 60_000 },
    async (fault) => {
      const { place, remove } = await freshPlace('postgres');
      if (place.kind !== 'postgres') throw new Error('These tests need PostgreSQL.');
      const proxy = await openFaultProxy(targetOf(TEST_DATABASE_URL, 5432));
      proxy.begin(fault);
      const through = { ...place, url: proxy.through(place.url) };
      const said: { msg: string; waited_s: number }[] = [];
      const opening = openDatabase(through, createLogger('warn', { write: (line) => void said.push(JSON.parse(line)) }));
      const turn = takeStartTurn(through, quiet);
      for (const waiting of [opening, turn]) waiting.catch(() => undefined);
      const { host } = new URL(through.url);
      // Also where nobody refuses anything: who waits in front of a start wants to know for what.
      await expect.poll(() => said, { timeout: 3000 }).toMatchObject([{ msg: `the database at DATABASE_URL (${host}) does not answer yet` }]);
      await sleep(300);
      proxy.heal();
      const database = await opening;
      expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      expect(said.at(-1)?.msg).toBe(`the database at DATABASE_URL (${host}) answers`);
      await (await turn)();
      await database.close();
      await proxy.close();
      await remove();
    },
  );

  test('goes on when the node before it froze in the middle of its start', { timeout: 90_000 }, async () => {
    const { place, remove } = await freshPlace('postgres');
    // A frozen process no longer says that it works.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const endFrozen = await takeStartTurn(place, quiet);
    vi.useRealTimers();
    const begun = performance.now();
    const endSecond = await takeStartTurn(place, quiet);
    expect(performance.now() - begun).toBeGreaterThan(25_000);
    await endSecond();
    await endFrozen().catch(() => undefined);
    await remove();
  });

  test('ends at once when waiting would not help: a database that does not exist', async () => {
    const url = new URL(TEST_DATABASE_URL);
    url.pathname = '/no_such_database';
    await expect(openDatabase({ kind: 'postgres', url: url.href }, quiet)).rejects.toThrow('no_such_database');
  });
});
