import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legacyFile } from '../market/files/sample-files.testing.ts';
import { importFiles, storesIn, summaryLines } from '../market/index.ts';
import { featureDatabase } from '../platform/testing.ts';
import { draftOf, openStage, type Stage } from './testing.ts';

const DAYS = ['2026-04-30', '2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07'];
const NEW_NAME_FROM = '2026-05-06';

describe.each(await featureDatabase())('a share that the files go on with under another symbol (%s)', (database) => {
  let stage: Stage;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-renamed-'));
    for (const day of DAYS) {
      const isNew = day >= NEW_NAME_FROM;
      const row = { o: 1345, h: 1352, l: 1340, c: 1345, prev: 1345, volume: 100_000, isin: 'INE002A01018' };
      const rows = [
        { ...row, symbol: isNew ? 'RELNEW' : 'RELIANCE', series: isNew ? 'BZ' : 'EQ' },
        { ...row, symbol: 'TCS', isin: 'INE467B01029' },
      ];
      await writeFile(join(folder, `${day}.csv`), legacyFile(day, rows));
    }
    const settings = { MARKET_FEED: 'replay', REPLAY_FROM: DAYS[0]! };
    stage = await openStage({ database, start: '2026-05-05T12:00:00.000Z', settings, files: [folder], limits: { minSessions: 2 } });
  });
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('it has one name until then, and is known by both from then on', async () => {
    const { market } = stage;
    expect(market.instrument('RELNEW')).toBeNull();
    expect(market.otherNames().get('RELNEW')).toBeUndefined();
    await stage.goTo('2026-05-07T12:00:00.000Z');
    expect(market.instrument('RELNEW')).toEqual(market.instrument('RELIANCE'));
    expect(market.otherNames().get('RELNEW')).toBe('RELIANCE');
    expect(market.quote('RELNEW')).toMatchObject({ symbol: 'RELIANCE', ltp: 1345, ts: '2026-05-07T10:00:00.000Z' });
    expect(await market.dayBars('RELNEW', DAYS[0]!, DAYS.at(-1)!)).toHaveLength(DAYS.length);
    expect(market.band('RELNEW', '2026-05-08')).toEqual(market.band('RELIANCE', '2026-05-08'));
    expect(market.untradedSince('RELNEW')).toBeNull();
    // A symbol from before the exchange renamed it is a name, too.
    expect(market.instrument('INFOSYSTCH')?.symbol).toBe('INFY');
  });

  test('an import says it, and a list that bans the new name bans the share', async () => {
    const list = join(folder, 'fo_secban_07052026.csv');
    await writeFile(list, 'Securities in Ban For Trade Date 07-MAY-2026:\n1,RELNEW\n');
    const report = await importFiles(storesIn(stage.platform), [list], { now: new Date('2026-05-07T12:00:00Z') });
    const lines = summaryLines(report).join('\n');
    expect(lines).toContain('RELIANCE is called RELNEW from 6 May 2026');
    expect(lines).not.toContain('Not listed here');
    await stage.goTo('2026-05-07T12:05:00.000Z');
    expect(stage.market.banned('RELIANCE', '2026-05-07')).toBe(true);
    expect(stage.market.banned('RELNEW', '2026-05-07')).toBe(true);
  });

  test('a call may be published by either name', async () => {
    await stage.goTo('2026-05-07T12:00:00.000Z');
    const levels = { entry_low: 1345, entry_high: 1345, target: 1420, stop_loss: 1310, valid_till: '2026-05-29' };
    const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: 'renamed', draft: draftOf({ stock: 'RELNEW', ...levels }) });
    expect(answer, answer.text).toMatchObject({ http: 200, status: true, data: { stock: 'RELIANCE' } });
  });
});
