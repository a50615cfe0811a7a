import { DEMO_EPOCH } from '@vimarsh/shared/domain/demo.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExpertRecord } from '../identity/index.ts';
import { stageMarket } from '../market/index.ts';
import { databases } from '../platform/testing.ts';
import { Engine } from './engine.ts';
import { openSigner } from './signing-key.ts';
import { openStage, type Stage } from './testing.ts';

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

  const engine = async (at: string): Promise<{ engine: Engine; goTo: (instant: string) => Promise<void> }> => {
    const { market, goTo } = await stageMarket(stage.platform, new Date(at));
    const signer = openSigner(stage.platform.config.DATA_DIR);
    const made = new Engine({
      platform: stage.platform,
      market,
      identity: { experts: async () => AUTHORS },
      signer,
      tell: async () => undefined,
      onChanged: () => undefined,
      onFollowed: () => undefined,
    });
    return { engine: made, goTo: (instant) => goTo(new Date(instant)) };
  };
  const record = async (): Promise<string[]> => (await stage.db.selectFrom('call_events').select('hash').orderBy('seq').execute()).map((event) => event.hash);

  test('several at once over one record make it once, and one that starts late finds nothing to do', async () => {
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

    // As after a crash that lost the point reached: everything is judged again, and nothing comes of it.
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

  test('one root for each trading date, in order, each over what came since the one before', async () => {
    const roots = await stage.db.selectFrom('ledger_roots').selectAll().where('trading_date', '>=', '2026-11-18').orderBy('trading_date').execute();
    // 24 Nov is a holiday.
    expect(roots.map((root) => root.trading_date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23', '2026-11-25']);
    for (const [index, root] of roots.entries())
      if (index > 0) expect([root.after_seq, root.count]).toEqual([roots[index - 1]!.last_seq, root.last_seq - root.after_seq]);
  });
});
