import type { readPerformance } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Data, Received } from '@vimarsh/shared/contract/route.ts';
import { METHOD_VERSION, MetricsSum, summaryNote } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { DISCLAIMERS, figuresAllowed, periodStart } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { rankOf, ratedAs } from '@vimarsh/shared/domain/calls/rating.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Calls } from '../calls/index.ts';
import type { ExpertYears } from './expert-years.ts';
import type { PerformanceReader } from './reader.ts';

type Query = Received<typeof readPerformance>['query'];

/** Scores change slowly, so they are looked at again after so long. */
const KEEP_SCORES_MS = 60_000;
/** Figures of all experts take seconds to count at a million calls: they are of this minute. */
const REST_MS = 60_000;

type RecordedCalls = Pick<Calls, 'closedRecords' | 'readableRecord' | 'answers' | 'authors' | 'policy'>;

/** Experts' figures over their equity calls, computed from the stored calls and shared by all who may read the same ones. */
export class Figures {
  readonly #calls: RecordedCalls;
  readonly #years: ExpertYears;
  readonly #now: () => Date;
  readonly #scores = new Map<string, { readonly at: number; readonly value: Promise<number | null> }>();

  constructor(calls: RecordedCalls, years: ExpertYears, now: () => Date) {
    this.#calls = calls;
    this.#years = years;
    this.#now = now;
  }

  /** Scores 0–100 of those of these experts who are rated, from all their calls. For the server only: readers are told none of them. */
  async scores(user_ids: readonly string[]): Promise<Map<string, number>> {
    const wanted = [...new Set(user_ids)];
    const old = wanted.filter((id) => Date.now() - (this.#scores.get(id)?.at ?? 0) > KEEP_SCORES_MS);
    if (old.length > 0) {
      const years = this.#years.of(old, null);
      for (const [at, id] of old.entries()) {
        const value = years.then((all) => all[at]!.score);
        value.catch(() => this.#scores.delete(id));
        this.#scores.set(id, { at: Date.now(), value });
      }
    }
    const scored = await Promise.all(wanted.map(async (id) => [id, await this.#scores.get(id)!.value] as const));
    return new Map(scored.flatMap(([id, score]) => (score === null ? [] : [[id, score] as const])));
  }

  /** Dense rank by score, 1 first; null where ranking is not allowed or the expert is not rated. */
  async rank(expert: string): Promise<number | null> {
    if (!figuresAllowed(this.#calls.policy)) return null;
    const authors = await this.#calls.authors();
    if (!authors.includes(expert)) return null;
    const scores = await this.scores(authors);
    const own = scores.get(expert);
    return own === undefined ? null : rankOf(own, scores.values());
  }

  /** Figures of the calls their reader may read: one more would tell of an end that is still hidden. */
  async performance({ user_id, term, period }: Query, reader: PerformanceReader): Promise<Data<typeof readPerformance>> {
    const { closedRecords, readableRecord, answers, policy } = this.#calls;
    const now = this.#now();
    const today = istDay(now);
    const base = { mode: policy, method_version: METHOD_VERSION, disclaimer: DISCLAIMERS[policy] };
    if (!figuresAllowed(policy))
      return { ...base, as_of: now.toISOString(), allowed: false, metrics: null, note: 'This site’s policy does not show past performance.' };
    const [year] = user_id === undefined ? [] : await this.#years.of([user_id], reader);
    const readable = readableRecord(reader, user_id);
    const counted = await answers.of({
      key: `performance ${today} ${user_id ?? ''} ${term ?? ''} ${period} ${readable.key}`,
      concerns: (change) => readable.has(change),
      ...(user_id === undefined && { rest: REST_MS, long: true as const }),
      compute: async () => {
        const at = this.#now();
        const from = periodStart(period, today);
        const metrics = new MetricsSum();
        for await (const page of closedRecords({ user_id, term, since: from === null ? undefined : istInstant(from) }, reader))
          for (const { record } of page) metrics.add(record);
        return { value: { at, metrics: metrics.result(null) } };
      },
    });
    const metrics = { ...counted.metrics, ...ratedAs(year?.score ?? null) };
    const as_of = (user_id === undefined ? counted.at : now).toISOString();
    return { ...base, as_of, allowed: true, metrics, note: summaryNote(metrics.n) };
  }
}
