import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { openStage, type Stage } from '../testing.ts';
import { checkFollows } from './check-follows.ts';
import { setFollow, unfollowAll } from './follows.store.ts';

const PEOPLE = ['usr_free', 'usr_lite', 'usr_pro', 'usr_premium'] as const;
const EXPERTS = ['exp_01', 'exp_02'] as const;
/** On both sides of an IST midnight. */
const TIMES = ['2026-11-19T18:29:59.999Z', '2026-11-19T18:30:00.000Z', '2026-11-20T05:00:00.000Z'] as const;
const PACE = { page: 2, pause: async () => undefined };

const step = fc.oneof(
  fc.record({ what: fc.constant('follow' as const), who: fc.constantFrom(...PEOPLE), whom: fc.constantFrom(...EXPERTS), at: fc.constantFrom(...TIMES) }),
  fc.record({ what: fc.constant('unfollow' as const), who: fc.constantFrom(...PEOPLE), whom: fc.constantFrom(...EXPERTS), at: fc.constantFrom(...TIMES) }),
  fc.record({ what: fc.constant('erase' as const), who: fc.constantFrom(...PEOPLE) }),
  fc.record({ what: fc.constant('undone' as const), who: fc.constantFrom(...PEOPLE) }),
);

describe.each(await featureDatabase())('numbers of followers on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-11-20T05:00:00.000Z' });
  });
  afterAll(() => stage?.end());
  const known = async (ids: readonly string[]): Promise<Set<string>> => new Set(ids);
  const check = () => checkFollows(stage.platform.db, known, PACE);

  test('they are kept with every follow, unfollow and erasure, and with none that was taken back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await stage.db.deleteFrom('follows').execute();
        for (const each of steps) {
          if (each.what === 'erase') await unfollowAll(stage.db as never, each.who);
          else if (each.what === 'undone')
            await stage.db
              .transaction()
              .execute(async (tx) => {
                await unfollowAll(tx as never, each.who);
                throw new Error('taken back');
              })
              .catch(() => undefined);
          else await setFollow(stage.db as never, each.who, each.whom, each.what === 'follow', new Date(each.at));
        }
        await check();
        const rows = await stage.db.selectFrom('follows').selectAll().execute();
        const counts = await stage.calls.followersOf(EXPERTS);
        for (const expert of EXPERTS) expect(counts.get(expert) ?? 0).toBe(rows.filter(({ expert_id }) => expert_id === expert).length);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    [
      'a number that is too high',
      sql`update follower_counts set followers = followers + 1 where expert_id = 'exp_01'`,
      /exp_01 has 1 followers, and 2 are shown/,
    ],
    ['a number of an expert whom nobody follows', sql`insert into follower_counts values ('exp_09', 3)`, /exp_09 has 0 followers, and 3 are shown/],
    ['another day', sql`update follower_days set day = day - 40 where expert_id = 'exp_01' and followers > 0`, /days on which exp_01 was followed/],
  ])('%s is found by the check', async (_what, change, words) => {
    await stage.db.deleteFrom('follows').execute();
    await setFollow(stage.db as never, 'usr_pro', 'exp_01', true, new Date(TIMES[2]));
    await stage.platform
      .transaction(async (tx) => {
        await change.execute(tx);
        await expect(checkFollows(tx, known, PACE)).rejects.toThrow(words);
        throw new Error('taken back');
      })
      .catch((error: Error) => expect(error.message).toBe('taken back'));
    await check();
  });
});
