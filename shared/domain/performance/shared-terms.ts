import type { JudgedRecord, Split } from '../../contract/experts/types.ts';

type Terms = Pick<JudgedRecord, 'splits'>;

/** One term of two records, each with its own figures. */
export interface SharedTerm {
  readonly term: string;
  readonly one: Split;
  readonly other: Split;
}

/**
 * What two records can be held against each other by: the terms of which both have enough calls. A day's trade and a year's holding are not
 * judged by one average, so there is no line for the whole (product C.4).
 */
export function sharedTerms(one: Terms, other: Terms): SharedTerm[] {
  return one.splits.term.flatMap((own) => {
    const theirs = other.splits.term.find(({ of }) => of === own.of);
    return theirs && !own.too_few && !theirs.too_few ? [{ term: own.of, one: own, other: theirs }] : [];
  });
}
