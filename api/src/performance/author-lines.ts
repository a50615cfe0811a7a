import type { OptionMetrics } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { AuthorLine, readAuthorLines } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { STORE_PERIOD } from '@vimarsh/shared/contract/experts/types.ts';
import type { Data, Received } from '@vimarsh/shared/contract/route.ts';
import { DISCLAIMERS, figuresAllowed, periodStart } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { JudgedSum } from '@vimarsh/shared/domain/performance/judged-record.ts';
import type { Calls, Computed, RecordOfExpert } from '../calls/index.ts';
import { givingWay } from '../platform/processor/give-way.ts';
import { judgedCallOf } from './judged-call.ts';
import type { PerformanceReader } from './reader.ts';

export interface AuthorLinesParts {
  readonly calls: Pick<Calls, 'closedRecords' | 'readableRecord' | 'answers' | 'optionFigures' | 'fills' | 'policy'>;
  readonly now: () => Date;
}

/** What stands beside the names of authors where their calls do: the figures of their pages for the same period and the same reader. */
export class AuthorLines {
  readonly #parts: AuthorLinesParts;

  constructor(parts: AuthorLinesParts) {
    this.#parts = parts;
  }

  async lines(query: Received<typeof readAuthorLines>['query'], reader: PerformanceReader): Promise<Data<typeof readAuthorLines>> {
    const { policy } = this.#parts.calls;
    const allowed = figuresAllowed(policy);
    const authors = [...new Set(query.authors.split(','))];
    const lines = allowed ? await (query.of === 'shares' ? this.#shares(authors, reader) : this.#options(authors, reader)) : [];
    const as_of = this.#parts.now().toISOString();
    return { allowed, mode: policy, disclaimer: DISCLAIMERS[policy], as_of, lines };
  }

  /**
   * Looks up what followers made of the calls that lines count, an author after another, so that nobody’s first list waits for it: prices of hundreds of
   * calls are read for seconds. They are the same for every reader, so one look is enough.
   */
  async readAhead(authors: readonly string[]): Promise<void> {
    const since = istInstant(periodStart(STORE_PERIOD, istDay(this.#parts.now()))!);
    const { closedRecords, fills } = this.#parts.calls;
    const giveWay = givingWay();
    for (const user_id of authors)
      for await (const page of closedRecords({ user_id, since }, null))
        for (const one of page) {
          await fills.of(one);
          await giveWay();
        }
  }

  /** Computed once for all who may read the same calls of an author. */
  #shares(authors: readonly string[], reader: PerformanceReader): Promise<AuthorLine[]> {
    const { answers, readableRecord, closedRecords } = this.#parts.calls;
    const today = istDay(this.#parts.now());
    const since = istInstant(periodStart(STORE_PERIOD, today)!);
    return answers.all(
      authors.map((user_id) => {
        const readable = readableRecord(reader, user_id);
        return {
          key: `line ${today} ${user_id} ${readable.key}`,
          concerns: (change) => readable.has(change),
          // What followers made of each call is asked of its prices.
          long: true,
          compute: () => this.#counted(user_id, closedRecords({ user_id, since }, reader)),
        };
      }),
    );
  }

  async #counted(user_id: string, pages: AsyncIterable<readonly RecordOfExpert[]>): Promise<Computed<AuthorLine>> {
    const judging = new JudgedSum(STORE_PERIOD, this.#parts.now());
    const giveWay = givingWay();
    let until = Number.POSITIVE_INFINITY;
    for await (const page of pages)
      for (const one of page) {
        const known = await this.#parts.calls.fills.of(one);
        judging.add(judgedCallOf(one, known.fill));
        until = Math.min(until, known.until ?? until);
        await giveWay();
      }
    const { n, hits: gained, misses: lost, too_few, made, luck } = judging.result();
    const chance = luck && { low: luck.low, high: luck.high };
    return { value: { user_id, of: 'shares', n, gained, lost, too_few, average: made, averaged: n, chance }, until };
  }

  async #options(authors: readonly string[], reader: PerformanceReader): Promise<AuthorLine[]> {
    const { optionFigures } = this.#parts.calls;
    const pools = await Promise.all(
      authors.map(async (user_id) => {
        const { defined, on_margin } = await optionFigures({ user_id, period: STORE_PERIOD }, reader);
        return [...(defined ? [optionLine(user_id, 'limited', defined)] : []), ...(on_margin ? [optionLine(user_id, 'margin', on_margin)] : [])];
      }),
    );
    return pools.flat();
  }
}

const optionLine = (user_id: string, of: 'limited' | 'margin', { n, hits, misses, hit_rate, avg_net_return }: OptionMetrics): AuthorLine => ({
  user_id,
  of,
  n,
  gained: hits,
  lost: misses,
  too_few: hit_rate === null,
  average: avg_net_return ?? null,
  averaged: n,
  chance: null,
});
