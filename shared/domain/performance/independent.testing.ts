import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Call } from '../../contract/calls/types.ts';
import type { ExpertMetrics, JudgedCallRow, JudgedFigures } from '../../contract/experts/types.ts';

/** A call as `records.testing.py` reads it: what the lists show of it, the index at entry and exit, and the prices of a follower. */
export type ExportedCall = Pick<
  JudgedCallRow,
  'call_type' | 'term' | 'status' | 'sector' | 'cap' | 'entry_at' | 'entry' | 'exit' | 'target' | 'initial_stop' | 'ended_at'
> &
  Pick<JudgedCallRow, 'follower_entry' | 'follower_exit' | 'moved'> & { readonly entry_index: number | null; readonly exit_index: number | null };

export interface ExportedRecord {
  readonly today: string;
  readonly period: string;
  readonly calls: readonly ExportedCall[];
}

/** A call of a list in that form. */
export const exportedCall = (call: Call, index: { entry: number | null; exit: number | null }, row: JudgedCallRow | undefined): ExportedCall => ({
  call_type: call.call_type,
  term: call.term,
  status: call.status,
  sector: call.sector,
  cap: call.cap,
  entry_at: call.entry_fill?.ts ?? null,
  entry: call.entry_fill?.price ?? null,
  exit: call.exit?.price ?? null,
  target: call.target_price,
  initial_stop: call.initial_stop_loss,
  ...(row?.moved && { moved: row.moved }),
  ended_at: call.ended_at!,
  entry_index: index.entry,
  exit_index: index.exit,
  follower_entry: row?.follower_entry ?? null,
  follower_exit: row?.follower_exit ?? null,
});

type Computed = Record<string, number | string | null> & { splits: Record<string, Record<string, Record<string, number>>> };

const SCRIPT = fileURLToPath(new URL('records.testing.py', import.meta.url));

/** The figures of these records as the program in another language finds them. */
export const computedApart = (records: readonly ExportedRecord[]): Computed[] =>
  JSON.parse(execFileSync('python3', [SCRIPT], { input: JSON.stringify(records), maxBuffer: 1 << 26, encoding: 'utf8' })) as Computed[];

const ofGroup = ({ n, hits, misses, hit_rate, driftless_rate, gain, loss, average, made, worst, follower }: JudgedFigures) => ({
  n,
  hits,
  misses,
  hit_rate: hit_rate?.value,
  hit_low: hit_rate?.low,
  hit_high: hit_rate?.high,
  driftless_rate,
  gain: gain.value,
  loss: loss.value,
  average,
  made,
  worst,
  follower_headline: follower.headline,
  follower_return: follower.return,
  follower_net: follower.net,
});

/** Where a page and that program differ by the second decimal or more; and how many figures were compared. */
export function compared({ record, figures }: Pick<ExpertMetrics, 'record' | 'figures'>, apart: Computed): { differences: string[]; figures: number } {
  const told = new Map(figures.map(({ key, value }) => [key, value]));
  const { luck, fall, lakh, lapsed, cancelled, unjudged, median, best } = record;
  const whole: Record<string, number | string | null | undefined> = {
    ...ofGroup(record),
    lapsed,
    unjudged,
    cancelled,
    median,
    best,
    expected: luck?.expected,
    verdict: luck?.verdict,
    fall: fall?.r,
    lakh_n: lakh?.n,
    lakh_sells: lakh?.sells,
    ...Object.fromEntries(['score', 'expectancy', 'profit_factor', 'days', 'early', 'alpha'].map((key) => [key, told.get(key)])),
  };
  const differences: string[] = [];
  let count = 0;
  const compare = (name: string, ours: number | string | null | undefined, theirs: number | string | null | undefined): void => {
    count += 1;
    const same = typeof ours === 'number' && typeof theirs === 'number' ? Math.abs(ours - theirs) < 0.005 : (ours ?? null) === (theirs ?? null);
    if (!same) differences.push(`${name}: ${ours} here, ${theirs} apart`);
  };
  const { splits, luck_low, luck_high, lakh_follower, lakh_index, ...rest } = apart;
  for (const key of new Set([...Object.keys(whole), ...Object.keys(rest)])) compare(key, whole[key], rest[key]);
  // Whole rupees there, of prices and of returns that are rounded on their way.
  const compareRupees = (name: string, ours: number | undefined, theirs: number | string | null | undefined): void =>
    compare(name, ours !== undefined && Math.abs(ours - Number(theirs)) <= 1.5 ? Number(theirs) : ours, theirs);
  compareRupees('lakh of a follower', lakh?.follower, lakh_follower);
  compareRupees('lakh in the index', lakh?.index, lakh_index);
  if (luck) {
    compare('luck from', luck.low, Math.ceil(Number(luck_low) - 1e-6));
    compare('luck to', luck.high, Math.floor(Number(luck_high) + 1e-6));
  }
  for (const [by, parts] of Object.entries(record.splits)) {
    compare(`parts by ${by}`, parts.map(({ of }) => of).join(), Object.keys(splits[by]!).join());
    for (const part of parts) {
      const ours = ofGroup(part);
      for (const key of Object.keys(ours) as (keyof typeof ours)[]) compare(`${by} ${part.of} ${key}`, ours[key], splits[by]![part.of]?.[key]);
    }
  }
  return { differences, figures: count };
}
