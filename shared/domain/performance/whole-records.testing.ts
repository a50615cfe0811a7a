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

export function score(records: readonly ClosedRecord[], asOf: number): number | null {
  const scoring = new Score(asOf);
  for (const record of records) scoring.add(record);
  return scoring.result();
}

export function judgedRecord(calls: readonly JudgedCall[], period: Period, asOf: Date): JudgedRecord {
  const judging = new JudgedSum(period, asOf);
  for (const call of calls) judging.add(call);
  return judging.result();
}
