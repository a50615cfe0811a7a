import { DEMO_EPOCH } from '@vimarsh/shared/domain/market/demo.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExpertRecord } from '../../identity/index.ts';
import { openLedger } from '../../ledger/index.ts';
import { stageMarket } from '../../market/index.ts';
import { databases } from '../../platform/testing.ts';
import { equityKind } from '../equity/kind.ts';
import { openStage, type Stage } from '../testing.ts';
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
    const ledger = openLedger(stage.platform);
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
