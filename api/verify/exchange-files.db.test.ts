import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportOf } from '../src/calls/demo/export.testing.ts';
import { draftOf, openStage, type Stage } from '../src/calls/testing.ts';
import { run } from './src/run.ts';

/*
 * The exchange's own files of March 2026, imported as they are: calls are judged on them, and then judged again from the same files by the
 * published verifier, which knows nothing of the server's database. Its prices and dates are those of `calls/equity/replay.db.test.ts`,
 * worked out by hand there.
 */
const FILES = '../shared/data/nse-eod/bhavcopy';
const here = existsSync(FILES);
const evening = (day: string): string => `${day}T12:00:00.000Z`;
const market = (price: number) => ({ entry_mode: 'market' as const, entry_low: price, entry_high: price });
const limit = (price: number) => ({ entry_mode: 'limit' as const, entry_low: price, entry_high: price });
const CALLS = [
  ['2026-03-04', { stock: 'RELIANCE', ...market(1345), target: 1395, stop_loss: 1310, valid_till: '2026-03-27' }, 'target_hit'],
  ['2026-03-17', { stock: 'TCS', ...limit(2405), target: 2470, stop_loss: 2352, valid_till: '2026-04-10' }, 'sl_hit'],
  ['2026-03-20', { stock: 'RELIANCE', ...limit(1390), target: 1440, stop_loss: 1350, valid_till: '2026-04-17' }, 'lapsed'],
] as const;

describe.skipIf(!here)('@vimarsh/verify --prices with the exchange’s own files', { meta: { needs: FILES } }, () => {
  const march = here ? readdirSync(FILES).filter((name) => name.startsWith('2026-03')) : [];
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-exchange-files-'));
  let stage: Stage;
  let text: string;
  let key: string;

  beforeAll(async () => {
    stage = await openStage({
      database: 'pglite',
      start: '2026-03-02T03:30:00.000Z',
      settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-03-02' },
      files: march.map((name) => join(FILES, name)),
      limits: { minSessions: 2 },
      authorRecords: true,
    });
    for (const [day, levels] of CALLS) {
      await stage.goTo(evening(day));
      const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: `of-${day}`, draft: draftOf(levels) });
      expect(answer, day).toMatchObject({ http: 200, status: true });
    }
    await stage.goTo('2026-03-30T13:30:00.000Z');
    const rows = await stage.db.selectFrom('calls').selectAll().orderBy('published_at').execute();
    expect(rows.map(({ status }) => status)).toEqual(CALLS.map(([, , status]) => status));
    const events = new Map(await Promise.all(rows.map(async ({ id }) => [id, await stage.ledger.eventsOf(id)] as const)));
    text = JSON.stringify(await exportOf(stage.ledger, rows, (id) => events.get(id)!));
    key = (await stage.ledger.file()).public_key;
  });
  afterAll(async () => {
    await stage?.end();
    rmSync(folder, { recursive: true });
  });

  const judged = async (prices: string): Promise<{ code: number; said: string[] }> => {
    const said: string[] = [];
    const asked = { text, receipt: null, keys: [key], from: 'of this test', site: null, prices };
    const code = await run(asked, { before: null, save: null }, (line) => said.push(line));
    return { code, said };
  };

  test('each call ends by them as on record, and the record names the very bytes', async () => {
    const { code, said } = await judged(FILES);
    expect(said).toContain(`By ${readdirSync(FILES).length} files of the exchange: 3 calls end as on record, 0 differ, 0 were left out`);
    expect(said.filter((line) => line.includes('✗') || line.includes('not read'))).toEqual([]);
    expect(code).toBe(0);
    const [reached] = (await stage.db.selectFrom('calls').select('id').where('status', '=', 'target_hit').execute()) as [{ id: string }];
    const { payload } = JSON.parse((await stage.ledger.eventsOf(reached.id)).at(-1)!.canonical) as { payload: object };
    const sha256 = createHash('sha256')
      .update(readFileSync(join(FILES, '2026-03-05.csv')))
      .digest('hex');
    expect(payload).toMatchObject({ source: { kind: 'file', name: '2026-03-05.csv', sha256 } });
  });

  test('files that say otherwise of one price are told from it, with both sides', async () => {
    for (const name of march) {
      const own = readFileSync(join(FILES, name), 'utf8');
      // 5 March: the high of 1399 that reached the target of 1395.
      writeFileSync(join(folder, name), name === '2026-03-05.csv' ? own.replace(/(?<="RELIANCE","EQ",[\d.]+,)1399(?=,)/, '1394') : own);
    }
    const { code, said } = await judged(folder);
    expect(code).toBe(1);
    expect(said).toContain(`By ${march.length} files of the exchange: 2 calls end as on record, 1 differ, 0 were left out`);
    expect(said.join('\n')).toContain('the record: target_hit, entered at ₹1353.10 on 2026-03-05, ended at ₹1395.00 on 2026-03-05');
  });
});
