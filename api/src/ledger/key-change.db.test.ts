import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportOf, verifiedElsewhere } from '../calls/demo/export.testing.ts';
import { draftOf, openStage, type Stage } from '../calls/testing.ts';
import { databases } from '../platform/testing.ts';
import { type Ledger, openLedger } from './index.ts';

const PACE = { page: 50, pause: async () => undefined };

describe.each(await databases())('the record’s key changes on %s', (database) => {
  let stage: Stage;
  /** Another node on the same database, with its own folder. */
  let other: Ledger;
  const ids: string[] = [];
  const keys: string[] = [];
  const publish = async (stock: string): Promise<string> => {
    const price = Math.round(stage.market.quote(stock)!.ltp);
    const valid_till = '2026-12-04';
    const levels = { entry_low: price, entry_high: price, target: Math.round(price * 1.06), stop_loss: Math.round(price * 0.97) };
    const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: stock, draft: draftOf({ stock, ...levels, valid_till }) });
    expect(answer).toMatchObject({ http: 200, status: true });
    ids.push(answer.data.id);
    return answer.data.id;
  };
  const file = () => stage.ledger.file();
  const proofOf = async (id: string): Promise<CallProof> => stage.ledger.prove(await stage.ledger.eventsOf(id), null);
  const failing = async (id: string, known: string): Promise<string[]> =>
    (await verifyProof(await proofOf(id), { keys: [known], from: 'of the test', roots: (await file()).roots }))
      .filter(({ ok }) => !ok)
      .map(({ label }) => label);

  beforeAll(async () => {
    stage = await openStage({ database, authorRecords: true, start: '2026-11-18T09:50:00.000Z', limits: { minSessions: 2 } });
    const { config, db } = stage.platform;
    other = await openLedger({ db, config: { ...config, DATA_DIR: mkdtempSync(join(tmpdir(), 'vimarsh-node-')) } });
    for (const kind of stage.ledger.kinds()) other.register(kind);
    keys.push((await file()).public_key);
    await publish('TCS');
    await stage.goTo('2026-11-18T13:30:00.000Z');
    await stage.goTo('2026-11-19T09:40:00.000Z');
    await publish('INFY');
  });
  afterAll(() => stage?.end());

  test('from the change on every node signs with the new key, and publishes both and how they are tied together', async () => {
    const change = await stage.platform.transaction((tx) => other.rotateKey(tx));
    expect(change).toMatchObject({ previous: keys[0], n: 2, after: '2026-11-18' });
    keys.push(change.key);
    await publish('RELIANCE');
    const told = await file();
    expect(told.public_key).toBe(keys[1]);
    expect(told.keys!.map(({ public_key }) => public_key)).toEqual(keys);
    expect((await other.file()).keys).toEqual(told.keys);
    const signs = async (id: string, key: number): Promise<void> => {
      const [event] = await stage.ledger.eventsOf(id);
      const public_key = await crypto.subtle.importKey('raw', Buffer.from(keys[key]!, 'base64url'), { name: 'Ed25519' }, false, ['verify']);
      expect(await crypto.subtle.verify({ name: 'Ed25519' }, public_key, Buffer.from(event!.sig, 'base64url'), Buffer.from(event!.hash, 'hex'))).toBe(true);
    };
    await signs(ids[1]!, 0);
    await signs(ids[2]!, 1);
    for (const id of ids) for (const key of keys) expect(await failing(id, key), id).toEqual([]);
  });

  test('the root of the day and the head are the new key’s; what was signed before holds as it did, for whoever knows either key', async () => {
    const kept = (await stage.ledger.checkpoint())!;
    await stage.goTo('2026-11-19T13:30:00.000Z');
    expect((await file()).roots.at(-1)!.trading_date).toBe('2026-11-19');
    const foreign = Buffer.alloc(32, 3).toString('base64url');
    for (const id of ids) {
      for (const key of keys) expect(await failing(id, key), id).toEqual([]);
      expect(await failing(id, foreign), id).toEqual(['The key is the ledger’s', 'The roots are the published ones']);
    }
    const rows = await stage.db.selectFrom('calls').selectAll().execute();
    const events = Map.groupBy(await stage.db.selectFrom('call_events').selectAll().orderBy('seq').execute(), ({ call_id }) => call_id);
    const exported = await exportOf(stage.ledger, rows, (id) => events.get(id)!);
    for (const key of keys)
      expect(verifiedElsewhere(exported, key, kept)).toEqual([`${rows.length} calls hold, ${exported.ledger.roots.length} roots, one log`]);
    // The same without the change: neither the new key's events nor its root and head are the old key's.
    const untied = { ...exported, ledger: { ...exported.ledger, public_key: keys[0]!, keys: exported.ledger.keys!.slice(0, 1) } };
    const wrong = verifiedElsewhere(untied, keys[0]!).join('\n');
    expect(wrong).toContain('the root of 2026-11-19 is not signed with the key');
    expect(wrong).toContain('the head is not signed with the key');
    expect(wrong).toContain('event 1: it is not signed with the key');
  });

  test('a start and the whole check hold over all keys, on every node and twice on one day', async () => {
    await stage.platform.transaction((tx) => stage.ledger.rotateKey(tx));
    keys.push((await stage.platform.transaction((tx) => stage.ledger.rotateKey(tx))).key);
    await other.check();
    await stage.ledger.audit(PACE);
    const { config, db } = stage.platform;
    await (await openLedger({ db, config })).check();
    expect((await file()).keys).toHaveLength(4);
    for (const id of ids) expect(await failing(id, keys[0]!), id).toEqual([]);
  });

  test.each([
    ['an event that the old key signed in the new one’s time', `update ledger_keys set after_seq = after_seq + 1 where id = 2`, 'is not signed'],
    ['a change that nobody signed', `update ledger_keys set signed = accepted where id = 2`, 'a change of its key is not signed'],
    ['a change after another root', `update ledger_keys set root = repeat('ab', 32) where id = 2`, 'a change of its key is not signed'],
    ['a key taken out', `delete from ledger_keys where id > 2; update ledger_keys set signed = '' where id = 2`, 'a change of its key is not signed'],
  ])('%s is found', async (_, statement, what) => {
    const check = stage.db.connection().execute(async (db) => {
      await sql`begin`.execute(db);
      try {
        await sql.raw(statement).execute(db);
        const ledger = await openLedger({ db: db as never, config: stage.platform.config });
        for (const kind of stage.ledger.kinds()) ledger.register(kind);
        await ledger.audit(PACE);
      } finally {
        await sql`rollback`.execute(db);
      }
    });
    await expect(check).rejects.toThrow(what);
  });
});
