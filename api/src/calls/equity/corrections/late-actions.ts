import type { LateAction } from '@vimarsh/shared/contract/calls/types.ts';
import { CORRECTABLE_ENDS, type End } from '@vimarsh/shared/domain/calls/correction.ts';
import type { CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { CORRECTED } from '@vimarsh/shared/domain/calls/equity/correction.ts';
import { addDays, istDay, istInstant, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { byDay, type CorporateAction, levelChange, type Market } from '../../../market/index.ts';
import type { Database } from '../../../platform/platform.ts';
import { readState } from '../recorded.ts';
import { type CallRow, equityTables } from '../tables.ts';

/** Actions older than this are no news of any desk. */
const LOOK_BACK_DAYS = 120;
const MOST = 100;

type Ended = Pick<CallState, 'status' | 'published_at' | 'adjusted_on' | 'exit'>;

/**
 * The first action of a call's life that its levels were not adjusted for, because it was listed after prices had ended the call; null where there is
 * none. A correction of the end by two people settles it.
 */
export function lateAction({ status, published_at, adjusted_on, exit }: Ended, actions: readonly CorporateAction[]): LateAction | null {
  if (!exit || !CORRECTABLE_ENDS.includes(status as End) || exit.reason === CORRECTED) return null;
  for (const [ex_date, own] of byDay(actions)) {
    const from = (sessionOf(ex_date, false)?.preopen ?? istInstant(ex_date)).getTime();
    const change = published_at < from && from <= exit.ts && !adjusted_on.includes(ex_date) ? levelChange(own) : null;
    if (change) return { ex_date, actions: [...change.actions] };
  }
  return null;
}

/** Finds calls whose end a later list of actions puts in question. Nothing ended is changed by it: two people look. */
export class LateActions {
  readonly #market: Pick<Market, 'source' | 'actions' | 'now'>;

  constructor(market: Pick<Market, 'source' | 'actions' | 'now'>) {
    this.#market = market;
  }

  of(row: Pick<CallRow, 'id' | 'stock' | 'state' | 'is_open' | 'published_at' | 'exit_at'>): LateAction | null {
    if (row.is_open || row.exit_at === null || this.#market.source.invented) return null;
    const [from, to] = [istDay(row.published_at), istDay(row.exit_at)];
    const own = this.#market.actions(row.stock).filter(({ day }) => day >= from && day <= to);
    return own.length === 0 ? null : lateAction(readState(row), own);
  }

  /** The latest ended calls of this kind, for the desk of those who correct. */
  async rows(db: Database): Promise<{ row: CallRow; late_action: LateAction }[]> {
    if (this.#market.source.invented) return [];
    const since = addDays(istDay(this.#market.now()), -LOOK_BACK_DAYS);
    const actions = this.#market.actions().filter(({ day }) => day >= since);
    if (actions.length === 0) return [];
    const rows = await equityTables(db)
      .selectFrom('calls')
      .selectAll()
      .where((eb) => eb('is_open', '=', eb.lit(false)))
      .where('stock', 'in', [...new Set(actions.map(({ symbol }) => symbol))])
      .where('exit_at', '>=', istInstant(since))
      .orderBy('exit_at', 'desc')
      .execute();
    const late = rows.flatMap((row) => {
      const late_action = this.of(row);
      return late_action ? [{ row, late_action }] : [];
    });
    return late.slice(0, MOST);
  }
}
