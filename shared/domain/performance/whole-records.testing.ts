import type { Metrics, Period } from '../../contract/calls/types.ts';
import type { JudgedRecord } from '../../contract/experts/types.ts';
import { type ClosedRecord, MetricsSum, Score } from '../calls/equity/performance.ts';
import { type JudgedCall, JudgedSum } from './judged-record.ts';

/** Figures over calls that are there at once. */
export function metricsOf(records: readonly ClosedRecord[], scored: number | null): Metrics {
  const metrics = new MetricsSum();
  for (const record of records) metrics.add(record);
  return metrics.result(scored);
}

/** The score of calls, bounded by what the same calls of the year show against luck. */
export function score(records: readonly ClosedRecord[], asOf: number): number | null {
  const scoring = new Score(asOf);
  const judging = new JudgedSum('1Y', new Date(asOf));
  for (const record of records) {
    const ended_at = record.exit?.ts ?? 0;
    scoring.add(record, ended_at);
    judging.add({ ...record, sector: '', cap: 'large', ended_at, follower_return: null });
  }
  return scoring.result(judging.result().luck?.verdict ?? null);
}

export function judgedRecord(calls: readonly JudgedCall[], period: Period, asOf: Date): JudgedRecord {
  const judging = new JudgedSum(period, asOf);
  for (const call of calls) judging.add(call);
  return judging.result();
}
