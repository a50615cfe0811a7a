import { PERIODS, type Period } from '@vimarsh/shared/contract/calls/types.ts';
import type { StoredExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { STORE_PERIOD } from '@vimarsh/shared/contract/experts/types.ts';
import type { Verdict } from '@vimarsh/shared/domain/calls/equity/chance.ts';
import { Score } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { figuresAllowed, periodStart } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { ratedAs } from '@vimarsh/shared/domain/calls/rating.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { JudgedSum } from '@vimarsh/shared/domain/performance/judged-record.ts';
import { PeriodCounts } from '@vimarsh/shared/domain/performance/widened-period.ts';
import type { Calls, Computed, RecordOfExpert } from '../calls/index.ts';
import { givingWay } from '../platform/processor/give-way.ts';
import { judgedCallOf } from './judged-call.ts';
import type { PerformanceReader } from './reader.ts';

/** The last year of an expert as a reader may know it. */
export interface ExpertYear {
  /** 0–100; null while not rated. */
  readonly score: number | null;
  /** The verdict against luck, which bounds the score. */
  readonly verdict: Verdict | null;
  /** Calls that ended in it. */
  readonly n: number;
  /** The first figures of a card; null where figures are not allowed. */
  readonly record: StoredExpert['record'];
  readonly terms: StoredExpert['terms'];
  readonly sectors: StoredExpert['sectors'];
  /** For each period the shortest one from it on that can be summed up. */
  readonly widened: Readonly<Record<Period, Period>>;
}

/** The last year of each expert, computed once for all who may read the same of their calls. */
export class ExpertYears {
  readonly #calls: Pick<Calls, 'closedRecords' | 'readableRecord' | 'answers' | 'policy'>;
  readonly #fills: Calls['fills'];
  readonly #now: () => Date;

  constructor(calls: Pick<Calls, 'closedRecords' | 'readableRecord' | 'answers' | 'policy' | 'fills'>, now: () => Date) {
    this.#calls = calls;
    this.#fills = calls.fills;
    this.#now = now;
  }

  /** In the order of the ids. `reader` null: for the server itself, of all calls. */
  of(user_ids: readonly string[], reader: PerformanceReader | null): Promise<ExpertYear[]> {
    const { answers, readableRecord } = this.#calls;
    const today = istDay(this.#now());
    return answers.all(
      user_ids.map((user_id) => {
        const readable = readableRecord(reader, user_id);
        return {
          key: `year ${today} ${user_id} ${readable.key}`,
          concerns: (change) => readable.has(change),
          // What followers made of each call is asked of its prices.
          long: true,
          compute: async () => {
            const since = istInstant(periodStart(STORE_PERIOD, today)!);
            return this.#year(this.#calls.closedRecords({ user_id, since }, reader));
          },
        };
      }),
    );
  }

  async #year(pages: AsyncIterable<readonly RecordOfExpert[]>): Promise<Computed<ExpertYear>> {
    const now = this.#now();
    const scoring = new Score(now.getTime());
    const judging = new JudgedSum(STORE_PERIOD, now);
    const terms = new Frequencies<StoredExpert['terms'][number]>();
    const sectors = new Frequencies<string>();
    const counts = new PeriodCounts(now);
    const giveWay = givingWay();
    let n = 0;
    let until = Number.POSITIVE_INFINITY;
    for await (const page of pages)
      for (const one of page) {
        n += 1;
        scoring.add(one.record, one.call.ended_at);
        const known = await this.#fills.of(one);
        judging.add(judgedCallOf(one, known.fill));
        until = Math.min(until, known.until ?? until);
        await giveWay();
        counts.add(one.record, one.call.ended_at);
        terms.add(one.record.term);
        sectors.add(one.call.sector);
      }
    const { n: results, hits, too_few, luck, made, worst } = judging.result();
    const verdict = luck?.verdict ?? null;
    const scored = scoring.result(verdict);
    const record = { n: results, hits, too_few, luck, made, worst, stars: ratedAs(scored).stars };
    const value: ExpertYear = {
      score: scored,
      verdict,
      n,
      record: figuresAllowed(this.#calls.policy) ? record : null,
      terms: terms.result(),
      sectors: sectors.result(),
      widened: Object.fromEntries(PERIODS.map((period) => [period, counts.widened(period)])) as Record<Period, Period>,
    };
    return { value, until, rows: 2 };
  }
}

/** Values in the order of how often they were added. */
class Frequencies<V extends string> {
  readonly #counts = new Map<V, number>();

  add(value: V): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  result(): V[] {
    return [...this.#counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([value]) => value);
  }
}
