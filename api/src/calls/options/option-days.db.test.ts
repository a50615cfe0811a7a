import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { openStage, type Stage } from '../testing.ts';
import { type OptionStage, optionDraftOf } from './drafts.testing.ts';

const URL = '/reco/v1/options/calls';
/** Friday 20 Nov 2026, 10:30 IST. Tuesday the 24th is a holiday. */
const START = '2026-11-20T05:00:00.000Z';

describe.each(await featureDatabase())('days of option calls on %s', (database) => {
  let stage: Stage;
  let id: string;
  let copies = 0;
  beforeAll(async () => {
    stage = await openStage({ database, start: START });
    const answer = await stage.post('exp_01', URL, { cid: 'day-1', draft: await draft(0) });
    expect(answer.validation, JSON.stringify(answer.problems)).toBe('');
    id = answer.data.id;
  }, 120_000);
  afterAll(() => stage?.end());

  const draft = (away: number) =>
    optionDraftOf(
      stage.market as OptionStage,
      'NIFTY',
      '2026-12-01',
      [
        ['buy', 'CE', away],
        ['sell', 'CE', away + 4],
      ],
      { target: { basis: 'pnl', value: 2000 }, stop: { basis: 'pnl', value: -1000 } },
    );
  /** Another call with the figures of the first, that ended. */
  const copied = async (author: string, published: string, ended: string): Promise<string> => {
    copies += 1;
    const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns where table_name = 'option_calls'`.execute(
      stage.platform.db,
    );
    const other: Record<string, unknown> = {
      id: `copy_${copies}`,
      expert_id: author,
      published_at: published,
      ended_at: ended,
      is_open: false,
      status: 'exited',
    };
    const names = [...new Set(columns.rows.map(({ name }) => name))];
    const values = names.map((name) => (name in other ? sql`${other[name]}` : sql.ref(name)));
    await sql`insert into option_calls (${sql.join(names.map((name) => sql.ref(name)))}) select ${sql.join(values)} from option_calls where id = ${id}`.execute(
      stage.platform.db,
    );
    return `copy_${copies}`;
  };
  /** The day's limit is a rule of the check as of the publication. */
  const limited = async (): Promise<boolean> => {
    const { data } = await stage.post('exp_01', `${URL}/check`, await draft(1));
    return data.rules.some(({ id: rule, ok }: { id: string; ok: boolean }) => rule === 'OPT-DAILY-LIMIT' && !ok);
  };

  test('six a day: of this author, from midnight in India to midnight', async () => {
    // 23:59:59 on Thursday and 00:00 on Saturday are other days; others have a limit of their own.
    for (const [author, at] of [
      ['exp_01', '2026-11-19T18:29:59.000Z'],
      ['exp_01', '2026-11-20T18:30:00.000Z'],
      ['exp_02', '2026-11-20T04:00:00.000Z'],
    ] as const)
      await copied(author, at, at);
    for (const at of ['2026-11-19T18:30:00.000Z', '2026-11-20T03:50:00.000Z', '2026-11-20T04:00:00.000Z', '2026-11-20T18:29:59.000Z'])
      await copied('exp_01', at, at);
    expect(await limited()).toBe(false);
    await copied('exp_01', '2026-11-20T04:30:00.000Z', '2026-11-20T04:31:00.000Z');
    expect(await limited()).toBe(true);
  });

  test('what ended on Friday members read on Monday, and neither on the evening nor over the weekend', async () => {
    const ended = await copied('exp_02', '2026-11-19T05:00:00.000Z', '2026-11-20T07:00:00.000Z');
    const reads = async (who: string) => (await stage.get(who, `${URL}?view=past&limit=50`)).data.items.some((call: { id: string }) => call.id === ended);
    for (const [moment, member] of [
      ['2026-11-20T15:00:00.000Z', false],
      ['2026-11-21T06:00:00.000Z', false],
      ['2026-11-22T18:29:00.000Z', false],
      ['2026-11-22T18:31:00.000Z', true],
    ] as const) {
      await stage.goTo(moment);
      expect([await reads('usr_free'), await reads('usr_pro')], moment).toEqual([member, true]);
    }
  }, 120_000);
});
