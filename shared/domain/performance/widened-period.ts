import { PERIODS, type Period } from '../../contract/calls/types.ts';
import { isCounted } from '../calls/equity/counted.ts';
import type { ClosedRecord } from '../calls/equity/performance.ts';
import { periodStart } from '../calls/past-policy.ts';
import { MIN_SAMPLE } from '../calls/record-rules.ts';
import { istDay } from '../market/ist-day.ts';

/** How many results ended within each period up to a moment: what decides which period can be summed up. */
export class PeriodCounts {
  readonly #asOf: number;
  readonly #counts: { readonly period: Period; readonly from: string; n: number }[];

  constructor(asOf: Date) {
    this.#asOf = asOf.getTime();
    const today = istDay(asOf);
    this.#counts = PERIODS.flatMap((period) => {
      const from = periodStart(period, today);
      return from === null ? [] : [{ period, from, n: 0 }];
    });
  }

  /** `endedAt`: when its end became known, ms. */
  add(record: ClosedRecord, endedAt: number): void {
    if (!isCounted(record) || endedAt > this.#asOf) return;
    const day = istDay(new Date(endedAt));
    for (const count of this.#counts) if (day >= count.from) count.n += 1;
  }

  /** The shortest period, of those from `period` on, in which ten results ended; all dates where no look-back has so many. */
  widened(period: Period): Period {
    const first = PERIODS.indexOf(period);
    return this.#counts.find((count) => PERIODS.indexOf(count.period) >= first && count.n >= MIN_SAMPLE)?.period ?? 'ALL';
  }
}
