import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import { createLogger } from '../platform/log/logging.ts';
import { databases, freshPlace } from '../platform/testing.ts';
import { draftOf, openStage } from './testing.ts';

/** Friday 20 Nov 2026, 10:30 IST. */
const START = '2026-11-20T05:00:00.000Z';
const LATER = '2026-11-20T07:30:00.000Z';

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

// Several nodes share a PostgreSQL; the embedded database belongs to one.
test.runIf((await databases()).includes('postgres'))(
  'a node that froze while it held the record’s lock is cut off within 10 s; until then writers are told to try again within 5 s, readers go on, and readiness says why',
  { timeout: 180_000 },
  async () => {
    const { place, remove } = await freshPlace('postgres');
    const stage = await openStage({ database: 'postgres', place, start: START });
    const { ltp } = stage.market.quote('INFY')!;
    const at = (share: number): number => snapToTick(ltp * share, stage.market.instrument('INFY')!.tick);
    const draft = draftOf({ stock: 'INFY', entry_low: ltp, entry_high: ltp, target: at(1.19), stop_loss: at(0.91), valid_till: '2026-12-11' });
    const published = await stage.post('exp_01', '/reco/v1/calls', { cid: 'first', draft });
    expect(published.validation).toBe('');
    const note = (cid: string, author = 'exp_01') => stage.post(author, `/reco/v1/calls/${published.data.id}/note`, { cid, note: `Seen at ${cid}.` });
    const ready = async () => {
      const answer = await stage.platform.app.inject('/readyz');
      return { status: answer.statusCode, why: (answer.json() as { validation: string }).validation };
    };
    await stage.platform.start();
    expect((await ready()).status).toBe(200);

    // To the database a frozen process is one that says nothing more in the middle of a transaction.
    const frozen = await openDatabase(place, createLogger('silent'));
    const held = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const cut = frozen
      .transaction(async (tx) => {
        await sql`select seq from ledger_head where id = 1 for update`.execute(tx);
        held.resolve();
        await over.promise;
      })
      .catch(() => undefined);
    await held.promise;
    const began = performance.now();
    const since = () => performance.now() - began;

    // More writers than the pool has connections, and readers beside them.
    const others = [...stage.experts.values()].filter(({ user_id, status }) => user_id !== 'exp_01' && status === 'verified').map(({ user_id }) => user_id);
    const waits: number[] = [];
    const reads: number[] = [];
    const codes = new Set<string>();
    let whyNot = '';
    let n = 0;
    while (since() < 6000) {
      for (let more = n === 0 ? 16 : 2; more > 0; more -= 1) {
        n += 1;
        const asked = performance.now();
        void note(`w${n}`, others[n % others.length]).then((answer) => {
          // The product's own limit of an author's requests.
          if (answer.code === 'RATE') return;
          waits.push(performance.now() - asked);
          codes.add(`${answer.http} ${answer.code ?? ''}`);
        });
      }
      const asked = performance.now();
      void stage.get('', '/reco/v1/public').then(() => reads.push(performance.now() - asked));
      void ready().then(({ status, why }) => {
        if (status === 503) whyNot = why;
      });
      await sleep(250);
    }
    expect([...codes]).toEqual(['503 RETRY']);
    expect(whyNot).toMatch(/^Nothing can be published: whoever holds the lock of the record has not gone on for \d s\.$/);
    for (let tries = 1; (await note(`after${tries}`)).http !== 200 && since() < 30_000; tries += 1) await sleep(200);
    expect(since()).toBeLessThan(10_000);
    expect(Math.max(...waits)).toBeLessThan(5000);
    expect(waits.length).toBeGreaterThan(20);
    expect(Math.max(...reads)).toBeLessThan(3000);
    await expect.poll(ready).toMatchObject({ status: 200 });
    // Prices go on closing calls.
    await stage.goTo(LATER);
    expect((await stage.ledger.head()).judged_until!.getTime()).toBeGreaterThan(Date.parse(START));

    over.resolve();
    await cut;
    await frozen.close();
    await stage.end();
    await remove();
  },
);
