import type { JudgedRecord, SplitBy } from '@vimarsh/shared/contract/experts/types.ts';
import { monthName } from '@vimarsh/shared/domain/text/months.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { CAP_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';

/** What stands between a record and a judgement, in one sentence after the counts. */
export const VERDICT: Readonly<Record<NonNullable<JudgedRecord['luck']>['verdict'], string>> = {
  luck: 'This record can’t be told from luck yet.',
  better: 'That is more than luck explains.',
  often: 'More of them gained than luck explains, but what they earned can’t be told from luck yet.',
  worse: 'That is fewer than luck explains.',
};

export const SPLIT_LABEL: Readonly<Record<SplitBy, string>> = { term: 'Term', call_type: 'Type', sector: 'Sector', cap: 'Size', month: 'Month' };

/** The name of one part of a record. */
export function partName(by: SplitBy, of: string): string {
  if (by === 'term') return TERM_LABEL[of as keyof typeof TERM_LABEL]?.name ?? of;
  if (by === 'cap') return CAP_LABEL[of as keyof typeof CAP_LABEL] ?? (of === 'unknown' ? 'Size not known' : of);
  return by === 'month' ? monthName(of) : of;
}
