import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import type { Market } from '../market/index.ts';
import type { WatchedAlert } from './level-index.ts';
import { type AlertDatabase, levelDayOf } from './tables.ts';

/** Rows read at once. */
const PAGE = 2000;
const LEVELS = ['price', 'percent', 'rsi', 'oi'] as const;

export const readClock = (db: AlertDatabase): Promise<{ version: number; judged_until: Date | null }> =>
  db.selectFrom('alert_clock').select(['version', 'judged_until']).where('id', '=', 1).executeTakeFirstOrThrow();

export async function saveJudged(db: AlertDatabase, until: Date): Promise<void> {
  await db.updateTable('alert_clock').set({ judged_until: until }).where('id', '=', 1).execute();
}

/** An alert that was set, or goes on; `watched` is null where it is not on any more. */
export interface Changed {
  readonly id: string;
  readonly watched: WatchedAlert | null;
}

/** Alerts on figures that changed in versions after one, page by page. `day`: the IST day on whose shares their prices are. */
export async function* readChanged(db: AlertDatabase, market: Pick<Market, 'factor'>, after: number, day: string): AsyncGenerator<Changed[]> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('alerts')
      .select(['id', 'condition', 'repeats', 'state', 'armed', 'since', 'moved_at', 'level_day', 'level_since'])
      .where('version', '>', after)
      // Who begins anew has nothing to take off.
      .$if(after < 0, (query) => query.where('state', '=', 'on'))
      .where('kind', 'in', LEVELS)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    yield rows.map(({ id, condition: given, repeats, state, armed, since, moved_at, level_day, level_since }) => {
      if (state !== 'on') return { id, watched: null };
      const condition = given as LevelCondition;
      const levelDay = levelDayOf({ level_day, level_since, since });
      const shares = market.factor(condition.symbol, levelDay, day);
      return { id, watched: { id, condition, repeats, armed, levelDay, shares, since: Math.max(since.getTime(), moved_at.getTime()) } };
    });
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.id;
  }
}
