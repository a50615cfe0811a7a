import type { LateAction } from '@vimarsh/shared/contract/calls/types.ts';
import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import { addDays, istDay, istInstant, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { CallHead, Kind } from '../../ledger/index.ts';
import { byDay, type CorporateAction, levelChange, type Market } from '../../market/index.ts';
import type { Database } from '../../platform/platform.ts';
import { callTables } from '../tables.ts';

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

/** Actions of a call's life that its levels were not adjusted for, because they were listed after prices had ended the call. */
export function lateActions({ published_at, ended_at, adjusted_on }: PricedLife, actions: readonly CorporateAction[]): LateAction[] {
  return byDay(actions).flatMap(([ex_date, own]) => {
    const from = (sessionOf(ex_date, false)?.preopen ?? istInstant(ex_date)).getTime();
    const change = published_at < from && from <= ended_at && !adjusted_on.includes(ex_date) ? levelChange(own) : null;
    return change ? [{ ex_date, actions: [...change.actions] }] : [];
  });
}

/** Actions that two people have looked at, by call. A list that later says something else of the day is another question. */
async function standing(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map();
  const rows = await callTables(db)
    .selectFrom('call_corrections')
    .select(['call_id', 'late_action'])
    .where('call_id', 'in', ids)
    .where('state', '=', 'approved')
    .where('late_action', 'is not', null)
    .execute();
  return new Map([...Map.groupBy(rows, ({ call_id }) => call_id)].map(([id, own]) => [id, new Set(own.map(({ late_action }) => late_action!))]));
}

/**
 * Finds calls of a kind whose end a later list of actions puts in question. Nothing ended is changed by it: two people look, and correct the end or
 * say that it stands.
 */
export class LateActions<Row extends EndedRow> {
  readonly #db: Database;
  readonly #kind: QuestionedKind<Row>;
  readonly #market: Pick<Market, 'source' | 'actions' | 'now'>;

  constructor(db: Database, kind: QuestionedKind<Row>, market: Pick<Market, 'source' | 'actions' | 'now'>) {
    this.#db = db;
    this.#kind = kind;
    this.#market = market;
  }

  /** The first action that nobody has looked at; null where there is none. */
  async of(row: Row): Promise<LateAction | null> {
    const found = this.#found(row);
    return found.length === 0 ? null : unseen(found, (await standing(this.#db, [row.id])).get(row.id));
  }

  #found(row: Row): LateAction[] {
    if (row.is_open || row.exit_at === null || this.#market.source.invented) return [];
    const [from, to] = [istDay(row.published_at), istDay(row.exit_at)];
    const own = this.#market.actions(row.stock).filter(({ day }) => day >= from && day <= to);
    const life = own.length === 0 ? null : this.#kind.lifeOf(row);
    return life ? lateActions(life, own) : [];
  }

  /** The latest ended calls in question, for the desk of those who correct. */
  async rows(): Promise<{ row: Row; late_action: LateAction }[]> {
    if (this.#market.source.invented) return [];
    const since = addDays(istDay(this.#market.now()), -LOOK_BACK_DAYS);
    const actions = this.#market.actions().filter(({ day }) => day >= since);
    if (actions.length === 0) return [];
    const rows = (await this.#db
      .selectFrom(this.#kind.table)
      .selectAll()
      .where((eb) => eb('is_open', '=', eb.lit(false)))
      .where('stock', 'in', [...new Set(actions.map(({ symbol }) => symbol))])
      .where('exit_at', '>=', istInstant(since))
      .orderBy('exit_at', 'desc')
      .execute()) as Row[];
    const found = rows.map((row) => ({ row, actions: this.#found(row) })).filter((each) => each.actions.length > 0);
    const looked = await standing(
      this.#db,
      found.map(({ row }) => row.id),
    );
    const late = found.flatMap(({ row, actions: own }) => {
      const late_action = unseen(own, looked.get(row.id));
      return late_action ? [{ row, late_action }] : [];
    });
    return late.slice(0, MOST);
  }
}

const unseen = (found: readonly LateAction[], looked: ReadonlySet<string> = new Set()): LateAction | null =>
  found.find((action) => !looked.has(canonicalJson(action))) ?? null;
