import type { UNDERLYING_TYPES } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Disclosures } from '@vimarsh/shared/contract/calls/types.ts';

/** What a call is about: a company's share or an index, which has no owners, directors or employees. */
export type CallSubject = (typeof UNDERLYING_TYPES)[number];

type Question = readonly [key: Exclude<keyof Disclosures, 'other' | 'attest_30_5'>, ofStock: string, ofIndex: string | null];

/** The questions of Regulation 19, in the order of the publishing form. */
const QUESTIONS: readonly Question[] = [
  ['holds', 'Author or relatives hold this stock', 'Author or relatives hold a position in this index'],
  ['over1pct', 'They own 1% or more of the company', null],
  ['compensation_12m', 'Compensation from the company in the last 12 months', null],
  ['market_maker', 'Market making in this stock', 'Market making in this index'],
  ['officer', 'Officer, director or employee of the company', null],
];

/** Those that this subject raises. One that it doesn't raise stays where it was answered with yes: nothing declared is hidden. */
export const disclosureQuestions = (subject: CallSubject, declared: Partial<Disclosures>): (readonly [key: Question[0], question: string])[] =>
  QUESTIONS.flatMap(([key, ofStock, ofIndex]) => {
    if (subject === 'stocks') return [[key, ofStock] as const];
    return ofIndex || declared[key] ? [[key, ofIndex ?? ofStock] as const] : [];
  });

/** Conflicts of interest declared with yes, in the words of their questions. */
export const declaredConflicts = (subject: CallSubject, declared: Partial<Disclosures>): readonly string[] =>
  disclosureQuestions(subject, declared).flatMap(([key, question]) => (declared[key] ? [question] : []));
