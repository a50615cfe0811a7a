import type { Period } from '@vimarsh/shared/contract/calls/types.ts';
import type { JudgedRecord, SplitBy } from '@vimarsh/shared/contract/experts/types.ts';
import { THIN_SAMPLE } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { monthName } from '@vimarsh/shared/domain/text/months.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { CAP_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';

type Verdict = NonNullable<JudgedRecord['luck']>['verdict'];

const VERDICT: Readonly<Record<Verdict, string>> = {
  // The line before it says so.
  luck: '',
  better: 'Better than luck so far.',
  often: 'More of them gained than luck explains, but what they earned may still be luck.',
  worse: 'Fewer gained than luck explains.',
};

/** Where a record of so many calls stands to luck. */
export const verdictOf = (verdict: Verdict, n: number): string =>
  verdict === 'better' && n < THIN_SAMPLE ? 'Better than luck so far, on few calls.' : VERDICT[verdict];

/** Whether stars may stand beside a verdict: beside one that may be luck they would say that it can. */
export const isTold = (verdict: Verdict): boolean => verdict === 'better' || verdict === 'worse';

/** Which calls a record is of. */
export const WITHIN: Readonly<Record<Period, string>> = {
  '1W': 'In the last week, shares only.',
  '1M': 'In the last month, shares only.',
  '3M': 'In the last 3 months, shares only.',
  '6M': 'In the last 6 months, shares only.',
  '1Y': 'In the last 12 months, shares only.',
  ALL: 'Of all dates, shares only.',
};

export const SPLIT_LABEL: Readonly<Record<SplitBy, string>> = { term: 'Term', call_type: 'Type', sector: 'Sector', cap: 'Size', month: 'Month' };

/** The name of one part of a record. */
export function partName(by: SplitBy, of: string): string {
  if (by === 'term') return TERM_LABEL[of as keyof typeof TERM_LABEL]?.name ?? of;
  if (by === 'cap') return CAP_LABEL[of as keyof typeof CAP_LABEL] ?? (of === 'unknown' ? 'Size not known' : of);
  return by === 'month' ? monthName(of) : of;
}
