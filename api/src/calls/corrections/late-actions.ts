import type { LateAction } from '@vimarsh/shared/contract/calls/types.ts';
import { addDays, istDay, istInstant, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { CallHead, Kind } from '../../ledger/index.ts';
import { byDay, type CorporateAction, levelChange, type Market } from '../../market/index.ts';
import type { Database } from '../../platform/platform.ts';

/** Actions older than this are no news of any desk. */
const LOOK_BACK_DAYS = 120;
const MOST = 100;

/** The life of a call that prices have ended. Instants in ms; `adjusted_on`: ex-dates that its levels follow. */
export interface PricedLife {
  readonly published_at: number;
  readonly ended_at: number;
  readonly adjusted_on: readonly string[];
}

/** A row that says when its call was left. */
export type EndedRow = CallHead & { exit_at: Date | null };

/** A kind of call whose ends can be put in question. */
export interface QuestionedKind<Row extends EndedRow> {
  readonly table: Kind['table'];
  /** Null where prices have not ended the call, and where two people have corrected its end. */
  lifeOf(row: Row): PricedLife | null;
}

/** The first action of a call's life that its levels were not adjusted for, because it was listed after prices had ended the call; null where there is none. */
export function lateAction({ published_at, ended_at, adjusted_on }: PricedLife, actions: readonly CorporateAction[]): LateAction | null {
  for (const [ex_date, own] of byDay(actions)) {
    const from = (sessionOf(ex_date, false)?.preopen ?? istInstant(ex_date)).getTime();
    const change = published_at < from && from <= ended_at && !adjusted_on.includes(ex_date) ? levelChange(own) : null;
    if (change) return { ex_date, actions: [...change.actions] };
  }
  return null;
}

/** Finds calls of a kind whose end a later list of actions puts in question. Nothing ended is changed by it: two people look. */
export class LateActions<Row extends EndedRow> {
  readonly #kind: QuestionedKind<Row>;
  readonly #market: Pick<Market, 'source' | 'actions' | 'now'>;

  constructor(kind: QuestionedKind<Row>, market: Pick<Market, 'source' | 'actions' | 'now'>) {
    this.#kind = kind;
    this.#market = market;
  }

  of(row: Row): LateAction | null {
    if (row.is_open || row.exit_at === null || this.#market.source.invented) return null;
    const [from, to] = [istDay(row.published_at), istDay(row.exit_at)];
    const own = this.#market.actions(row.stock).filter(({ day }) => day >= from && day <= to);
    const life = own.length === 0 ? null : this.#kind.lifeOf(row);
    return life && lateAction(life, own);
  }

  /** The latest ended calls in question, for the desk of those who correct. */
  async rows(db: Database): Promise<{ row: Row; late_action: LateAction }[]> {
    if (this.#market.source.invented) return [];
    const since = addDays(istDay(this.#market.now()), -LOOK_BACK_DAYS);
    const actions = this.#market.actions().filter(({ day }) => day >= since);
    if (actions.length === 0) return [];
    const rows = (await db
      .selectFrom(this.#kind.table)
      .selectAll()
      .where((eb) => eb('is_open', '=', eb.lit(false)))
      .where('stock', 'in', [...new Set(actions.map(({ symbol }) => symbol))])
      .where('exit_at', '>=', istInstant(since))
      .orderBy('exit_at', 'desc')
      .execute()) as Row[];
    const late = rows.flatMap((row) => {
      const late_action = this.of(row);
      return late_action ? [{ row, late_action }] : [];
    });
    return late.slice(0, MOST);
  }
}
