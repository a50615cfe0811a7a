import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_EPOCH } from '@vimarsh/shared/domain/market/demo.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExpertRecord } from '../../identity/index.ts';
import { openLedger } from '../../ledger/index.ts';
import { stageMarket } from '../../market/staged-market.testing.ts';
import { databases, featureDatabase } from '../../platform/testing.ts';
import { equityKind } from '../equity/kind.ts';
import { draftOf, openStage, type Stage } from '../testing.ts';
import { Engine } from './engine.ts';

const AUTHORS = ['value', 'banks', 'small_cap'].map(
  (skill_key, index): ExpertRecord => ({
    user_id: `exp_0${index + 1}`,
    full_name: skill_key,
    profession: 'Analyst',
    picture: '',
    city: '',
    style: '',
    skill_key,
    reg_no: '',
    status: 'verified',
    verified: true,
    valid_to: '2030-12-31',
  }),
);
/** Three sessions after the seeded history. */
const LATER = '2026-11-25T13:30:00.000Z';

describe.each(await databases())('the engine on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: DEMO_EPOCH, seed: true, authors: AUTHORS });
  }, 180_000);
  afterAll(() => stage?.end());

  const engine = async (at: string): Promise<{ engine: Engine; ended: string[]; goTo: (instant: string) => Promise<void> }> => {
    const ended: string[] = [];
    const { market, goTo } = await stageMarket(stage.platform, new Date(at));
    const ledger = await openLedger(stage.platform);
    ledger.register(equityKind(market));
    const made = new Engine({
      platform: stage.platform,
      market,
      identity: { experts: async () => AUTHORS },
      ledger,
      tell: async () => undefined,
      onChanged: () => undefined,
      onEnded: ({ row }) => void ended.push(row.id),
    });
    return { engine: made, ended, goTo: (instant) => goTo(new Date(instant)) };
  };
  const record = async (): Promise<string[]> => (await stage.db.selectFrom('call_events').select('hash').orderBy('seq').execute()).map((event) => event.hash);

  test('several engines on one record write it once, and one that starts late finds nothing to do', async () => {
    const before = await record();
    const nodes = await Promise.all([engine(DEMO_EPOCH), engine(DEMO_EPOCH)]);
    await Promise.all(nodes.map((node) => node.engine.start()));
    await Promise.all([stage.goTo(LATER), ...nodes.map((node) => node.goTo(LATER))]);
    const after = await record();
    expect(after.length).toBeGreaterThan(before.length);
    const ends = await stage.db
      .selectFrom('call_events')
      .select(['call_id', 'type'])
      .where('type', 'in', ['target_hit', 'sl_hit', 'exited', 'expired', 'lapsed'])
      .execute();
    expect(new Set(ends.map((end) => end.call_id)).size).toBe(ends.length);
    // Whichever node stored an end, each node is told once.
    const later = (await stage.db.selectFrom('calls').select('id').where('ended_at', '>', new Date(DEMO_EPOCH)).execute()).map(({ id }) => id);
    expect(later.length).toBeGreaterThan(0);
    for (const { ended } of nodes) expect(ended.toSorted()).toEqual(later.toSorted());

    // As after a crash that lost the stored position: everything is judged again, without new events.
    await stage.db
      .updateTable('ledger_head')
      .set({ judged_until: new Date(DEMO_EPOCH) })
      .where('id', '=', 1)
      .execute();
    const late = await engine(LATER);
    await late.engine.start();
    await late.engine.stop();
    expect(await record()).toEqual(after);
    expect((await stage.db.selectFrom('ledger_head').selectAll().executeTakeFirstOrThrow()).judged_until!.toISOString()).toBe(LATER);
  });

  test('one root for each trading date, in order, each over the events since the previous one', async () => {
    const roots = await stage.db.selectFrom('ledger_roots').selectAll().where('trading_date', '>=', '2026-11-18').orderBy('trading_date').execute();
    // 24 Nov is a holiday.
    expect(roots.map((root) => root.trading_date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23', '2026-11-25']);
    for (const [index, root] of roots.entries())
      if (index > 0) expect([root.after_seq, root.count]).toEqual([roots[index - 1]!.last_seq, root.last_seq - root.after_seq]);
  });
});

describe.each(await featureDatabase())('a replay on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-11-20T05:00:00.000Z' });
  });
  afterAll(() => stage?.end());

  test('that goes back judges what is published within it, at its own time and not when it comes to where it left', async () => {
    await stage.goTo('2026-11-20T07:00:00.000Z');
    await stage.goTo('2026-11-20T05:30:00.000Z');
    const { ltp } = stage.market.quote('INFY')!;
    const at = (share: number): number => snapToTick(ltp * share, stage.market.instrument('INFY')!.tick);
    const draft = draftOf({ stock: 'INFY', entry_low: ltp, entry_high: ltp, target: at(1.19), stop_loss: at(0.91), valid_till: '2026-12-11' });
    const { data } = await stage.post('exp_01', '/reco/v1/calls', { cid: 'within', draft });
    expect(data).toMatchObject({ status: 'awaiting_entry' });
    await stage.goTo('2026-11-20T05:31:00.000Z');
    const [bar] = await stage.market.bars('INFY', new Date('2026-11-20T05:30:01.000Z'), new Date('2026-11-20T05:30:02.000Z'));
    expect((await stage.get('exp_01', `/reco/v1/calls/${data.id}`)).data).toMatchObject({
      status: 'active',
      entry_fill: { price: bar!.o, ts: bar!.start.toISOString() },
    });
  });
});

/** A day's file of the exchange with one stock; invented figures. */
const HEADER = '"","SYMBOL","SERIES","OPEN","HIGH","LOW","CLOSE","LAST","PREVCLOSE","TOTTRDQTY","TOTTRDVAL","TIMESTAMP","TOTALTRADES","ISIN","X"';
const DAYS = {
  '02MAR2026': '1340,1350,1330,1345,1345,1340',
  '04MAR2026': '1345,1352,1338,1345,1345,1345',
  '05MAR2026': '1353,1399,1350,1380,1380,1345',
  '06MAR2026': '1381,1386,1375,1380,1380,1380',
};
const LATE = 'cm05MAR2026bhav.csv';

describe.each(await featureDatabase())('a file that came while no engine ran on %s', (database) => {
  let stage: Stage;
  let folder: string;
  const write = async (day: keyof typeof DAYS): Promise<string> => {
    const date = `${day.slice(0, 2)}-${day[2]}${day.slice(3, 5).toLowerCase()}-${day.slice(5)}`;
    const file = join(folder, `cm${day}bhav.csv`);
    await writeFile(file, `${HEADER}\n"1","RELIANCE","EQ",${DAYS[day]},1000000,13450,"${date}",100,"",""\n`);
    return file;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-engine-'));
    const files = await Promise.all((['02MAR2026', '04MAR2026', '06MAR2026'] as const).map(write));
    const settings = { MARKET_FEED: 'replay', REPLAY_FROM: '2026-03-02' };
    stage = await openStage({ database, start: '2026-03-04T12:00:00.000Z', settings, files, limits: { minSessions: 2 } });
  });
  afterAll(async () => {
    await stage?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('is judged by the next one to start, from its day on', async () => {
    const draft = draftOf({ stock: 'RELIANCE', entry_low: 1345, entry_high: 1345, target: 1395, stop_loss: 1310, valid_till: '2026-03-27' });
    const { id } = (await stage.post('exp_01', '/reco/v1/calls', { cid: 'late', draft })).data;
    const call = async () => (await stage.get('exp_01', `/reco/v1/calls/${id}`)).data;
    const evening = '2026-03-06T12:00:00.000Z';
    await stage.goTo(evening);
    expect(await call()).toMatchObject({ status: 'awaiting_entry', not_judgeable: { cause: 'missing_day', day: '2026-03-05' } });

    expect((await stage.take([await write('05MAR2026')])).files).toMatchObject([{ name: LATE }]);
    const { market } = await stageMarket(stage.platform, new Date(evening));
    const ledger = await openLedger(stage.platform);
    ledger.register(equityKind(market));
    const next = new Engine({
      platform: stage.platform,
      market,
      identity: { experts: async () => [] },
      ledger,
      tell: async () => undefined,
      onChanged: () => undefined,
      onEnded: () => undefined,
    });
    await next.start();
    await next.stop();
    // 5 Mar o 1353: in at the open; h 1399 ≥ 1395, and 1350 never came near 1310.
    expect(await call()).toMatchObject({
      status: 'target_hit',
      not_judgeable: null,
      entry_fill: { price: 1353, ts: '2026-03-05T03:45:00.000Z' },
      exit: { price: 1395, ts: '2026-03-05T10:00:00.000Z' },
    });
  });
});
