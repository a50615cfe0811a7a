import type { readPerformance } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Data, Received } from '@vimarsh/shared/contract/route.ts';
import {
  DISCLAIMERS,
  figuresAllowed,
  METHOD_VERSION,
  metricsOf,
  type PerfPolicy,
  periodStart,
  SCORE_COVERS,
  score,
  summaryNote,
} from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Calls } from '../calls/index.ts';

type Query = Received<typeof readPerformance>['query'];

/** Scores change slowly, so they are cached for this long. */
const KEEP_SCORES_MS = 60_000;
const YEAR_MS = 366 * 86_400_000;

/** Experts' figures over their equity calls, computed from the stored calls on demand. */
export class Figures {
  readonly #calls: Pick<Calls, 'closedRecords'>;
  readonly #now: () => Date;
  readonly #mode: PerfPolicy;
  /** Keyed by the instant before which ends count, '' for all. */
  readonly #scores = new Map<string, { at: number; byExpert: Promise<Map<string, number>> }>();

  constructor(calls: Pick<Calls, 'closedRecords'>, now: () => Date, mode: PerfPolicy) {
    this.#calls = calls;
    this.#now = now;
    this.#mode = mode;
  }

  /** Scores 0–100 of all rated experts. For the server only: the policy decides what may be shown. */
  scores(before?: Date): Promise<Map<string, number>> {
    const id = before?.toISOString() ?? '';
    const cached = this.#scores.get(id);
    if (cached && Date.now() - cached.at <= KEEP_SCORES_MS) return cached.byExpert;
    for (const [other, { at }] of this.#scores) if (Date.now() - at > KEEP_SCORES_MS) this.#scores.delete(other);
    const byExpert = this.#computeScores(before);
    byExpert.catch(() => this.#scores.delete(id));
    this.#scores.set(id, { at: Date.now(), byExpert });
    return byExpert;
  }

  /** Dense rank by score, 1 first; null where ranking is not allowed or the expert is not rated. */
  async rank(expert: string): Promise<number | null> {
    if (!figuresAllowed(this.#mode)) return null;
    const scores = await this.scores();
    const own = scores.get(expert);
    return own === undefined ? null : 1 + new Set([...scores.values()].filter((value) => value > own)).size;
  }

  /** `atOnce`: for viewers who see ends at once. For all others, today's ends don't count yet, since a figure would reveal their time. */
  async performance({ user_id, term, period }: Query, atOnce: boolean): Promise<Data<typeof readPerformance>> {
    const now = this.#now();
    const before = atOnce ? undefined : istInstant(istDay(now));
    const base = { mode: this.#mode, method_version: METHOD_VERSION, as_of: now.toISOString(), disclaimer: DISCLAIMERS[this.#mode] };
    if (!figuresAllowed(this.#mode)) return { ...base, allowed: false, metrics: null, note: 'This site’s policy does not show past performance.' };
    const from = periodStart(period, istDay(now));
    const records = await this.#calls.closedRecords({ user_id, term, since: from === null ? undefined : istInstant(from), before });
    const scored = user_id === undefined ? null : ((await this.scores(before)).get(user_id) ?? null);
    const metrics = metricsOf(
      records.map(({ record }) => record),
      scored,
    );
    return { ...base, allowed: true, metrics, score_covers: SCORE_COVERS, note: summaryNote(metrics.n) };
  }

  async #computeScores(before: Date | undefined): Promise<Map<string, number>> {
    const now = this.#now().getTime();
    const records = await this.#calls.closedRecords({ since: new Date(now - YEAR_MS), before });
    const scores = new Map<string, number>();
    for (const [expert, own] of Map.groupBy(records, ({ expert_id }) => expert_id)) {
      const records = own.map(({ record }) => record);
      const value = score(records, now);
      if (value !== null) scores.set(expert, value);
    }
    return scores;
  }
}
