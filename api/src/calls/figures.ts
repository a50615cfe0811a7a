import type { listCalls, PublicView, readPerformance } from '@vimarsh/shared/contract/calls.contract.ts';
import type { Data, Received } from '@vimarsh/shared/contract/route.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/calendar.ts';
import {
  type ClosedRecord,
  DISCLAIMERS,
  figuresAllowed,
  METHOD_VERSION,
  metricsOf,
  type PerfPolicy,
  periodStart,
  score,
  summaryNote,
} from '@vimarsh/shared/domain/performance.ts';
import type { CallRow, CallsDatabase } from './calls.tables.ts';

type Query = Received<typeof readPerformance>['query'];
export type ListView = Received<typeof listCalls>['query']['view'];

/** Scores move slowly; they are computed again after this. */
const KEEP_SCORES_MS = 60_000;
const YEAR_MS = 366 * 86_400_000;

/** What figures need of a call. */
export const FIGURE_COLUMNS = [
  'expert_id',
  'call_type',
  'term',
  'status',
  'entry_price',
  'entry_at',
  'exit_price',
  'exit_at',
  'target_price',
  'initial_stop_loss',
  'realised_return',
  'r_multiple',
  'alpha',
] as const satisfies readonly (keyof CallRow)[];
type FigureRow = Pick<CallRow, (typeof FIGURE_COLUMNS)[number]>;

export const recordOf = (row: FigureRow): ClosedRecord => ({
  call_type: row.call_type,
  term: row.term,
  status: row.status,
  entry: row.entry_price === null || row.entry_at === null ? null : { price: row.entry_price, ts: row.entry_at.getTime() },
  exit: row.exit_price === null || row.exit_at === null ? null : { price: row.exit_price, ts: row.exit_at.getTime() },
  target: row.target_price,
  initial_stop: row.initial_stop_loss,
  realised_return: row.realised_return,
  r_multiple: row.r_multiple,
  alpha: row.alpha,
});

/** Figures of experts, computed from the stored calls whenever they are asked for. */
export class Figures {
  readonly #db: CallsDatabase;
  readonly #now: () => Date;
  readonly mode: PerfPolicy;
  #scores: { at: number; byExpert: Promise<Map<string, number>> } | null = null;

  constructor(db: CallsDatabase, now: () => Date, mode: PerfPolicy) {
    this.#db = db;
    this.#now = now;
    this.mode = mode;
  }

  /** Scores 0–100 of all rated experts. Server side only: what may be shown is decided by the policy. */
  scores(): Promise<Map<string, number>> {
    if (!this.#scores || Date.now() - this.#scores.at > KEEP_SCORES_MS) {
      const byExpert = this.#computeScores();
      byExpert.catch(() => {
        this.#scores = null;
      });
      this.#scores = { at: Date.now(), byExpert };
    }
    return this.#scores.byExpert;
  }

  /** Dense rank by score, 1 first; null where ranking is not allowed or the expert is not rated. */
  async rank(expert: string): Promise<number | null> {
    if (!figuresAllowed(this.mode)) return null;
    const scores = await this.scores();
    const own = scores.get(expert);
    return own === undefined ? null : 1 + new Set([...scores.values()].filter((value) => value > own)).size;
  }

  async performance({ user_id, term, period }: Query): Promise<Data<typeof readPerformance>> {
    const now = this.#now();
    const base = { mode: this.mode, method_version: METHOD_VERSION, as_of: now.toISOString(), disclaimer: DISCLAIMERS[this.mode] };
    if (!figuresAllowed(this.mode)) return { ...base, allowed: false, metrics: null, note: 'This site’s policy does not show past performance.' };
    let query = this.#db
      .selectFrom('calls')
      .select(FIGURE_COLUMNS)
      .where((eb) => eb('is_open', '=', eb.lit(false)));
    const from = periodStart(period, istDay(now));
    if (user_id !== undefined) query = query.where('expert_id', '=', user_id);
    if (term !== undefined) query = query.where('term', '=', term);
    if (from !== null) query = query.where('ended_at', '>=', istInstant(from));
    const records = (await query.execute()).map(recordOf);
    const scored = user_id === undefined ? null : ((await this.scores()).get(user_id) ?? null);
    const metrics = metricsOf(records, scored);
    return { ...base, allowed: true, metrics, note: summaryNote(metrics.n) };
  }

  /** How all calls with an entry ended. Zeros where figures are not allowed: four counts make a hit rate. */
  async outcome(): Promise<PublicView['outcome']> {
    const outcome = { target_hit: 0, sl_hit: 0, exited: 0, expired: 0 };
    if (!figuresAllowed(this.mode)) return outcome;
    const rows = await this.#db
      .selectFrom('calls')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where((eb) => eb('is_open', '=', eb.lit(false)))
      .groupBy('status')
      .execute();
    for (const { status, count } of rows) if (status in outcome) outcome[status as keyof typeof outcome] = Number(count);
    return outcome;
  }

  async #computeScores(): Promise<Map<string, number>> {
    const now = this.#now().getTime();
    const rows = await this.#db
      .selectFrom('calls')
      .select(FIGURE_COLUMNS)
      .where((eb) => eb('is_open', '=', eb.lit(false)))
      .where('ended_at', '>=', new Date(now - YEAR_MS))
      .execute();
    const scores = new Map<string, number>();
    for (const [expert, own] of Map.groupBy(rows, (row) => row.expert_id)) {
      const value = score(own.map(recordOf), now);
      if (value !== null) scores.set(expert, value);
    }
    return scores;
  }
}
