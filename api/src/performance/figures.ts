import type { readPerformance } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Data, Received } from '@vimarsh/shared/contract/route.ts';
import {
  DISCLAIMERS,
  figuresAllowed,
  METHOD_VERSION,
  metricsOf,
  type PerfPolicy,
  periodStart,
  score,
  summaryNote,
} from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Calls } from '../calls/index.ts';
import type { Ctx } from '../platform/platform.ts';

type Query = Received<typeof readPerformance>['query'];
type Reader = Pick<Ctx, 'caller' | 'partner'>;

/** Scores change slowly, so they are cached for this long. */
const KEEP_SCORES_MS = 60_000;
const YEAR_MS = 366 * 86_400_000;

/** Experts' figures over their equity calls, computed from the stored calls on demand. */
export class Figures {
  readonly #calls: Pick<Calls, 'closedRecords'>;
  readonly #now: () => Date;
  readonly #mode: PerfPolicy;
  #scores: { at: number; byExpert: Promise<Map<string, number>> } | null = null;

  constructor(calls: Pick<Calls, 'closedRecords'>, now: () => Date, mode: PerfPolicy) {
    this.#calls = calls;
    this.#now = now;
    this.#mode = mode;
  }

  /** Scores 0–100 of all rated experts from all their calls. For the server only: readers are told none of them. */
  scores(): Promise<Map<string, number>> {
    if (this.#scores && Date.now() - this.#scores.at <= KEEP_SCORES_MS) return this.#scores.byExpert;
    const byExpert = this.#scoresOf({}, null);
    byExpert.catch(() => {
      this.#scores = null;
    });
    this.#scores = { at: Date.now(), byExpert };
    return byExpert;
  }

  /** Dense rank by score, 1 first; null where ranking is not allowed or the expert is not rated. */
  async rank(expert: string): Promise<number | null> {
    if (!figuresAllowed(this.#mode)) return null;
    const scores = await this.scores();
    const own = scores.get(expert);
    return own === undefined ? null : 1 + new Set([...scores.values()].filter((value) => value > own)).size;
  }

  /** Figures of the calls their reader may read: one more would tell of an end that is still hidden. */
  async performance({ user_id, term, period }: Query, reader: Reader): Promise<Data<typeof readPerformance>> {
    const now = this.#now();
    const base = { mode: this.#mode, method_version: METHOD_VERSION, as_of: now.toISOString(), disclaimer: DISCLAIMERS[this.#mode] };
    if (!figuresAllowed(this.#mode)) return { ...base, allowed: false, metrics: null, note: 'This site’s policy does not show past performance.' };
    const from = periodStart(period, istDay(now));
    const records = await this.#calls.closedRecords({ user_id, term, since: from === null ? undefined : istInstant(from) }, reader);
    const scored = user_id === undefined ? null : ((await this.#scoresOf({ user_id }, reader)).get(user_id) ?? null);
    const metrics = metricsOf(
      records.map(({ record }) => record),
      scored,
    );
    return { ...base, allowed: true, metrics, note: summaryNote(metrics.n) };
  }

  async #scoresOf(whose: { readonly user_id?: string }, reader: Reader | null): Promise<Map<string, number>> {
    const now = this.#now().getTime();
    const records = await this.#calls.closedRecords({ ...whose, since: new Date(now - YEAR_MS) }, reader);
    const scores = new Map<string, number>();
    for (const [expert, own] of Map.groupBy(records, ({ expert_id }) => expert_id)) {
      const records = own.map(({ record }) => record);
      const value = score(records, now);
      if (value !== null) scores.set(expert, value);
    }
    return scores;
  }
}
