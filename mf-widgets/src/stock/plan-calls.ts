import { TERMS, type Term } from '@vimarsh/shared/contract/calls/types.ts';

const NAMES = { intraday: 'intraday', shortTerm: 'short-term', mediumTerm: 'medium-term', longTerm: 'long-term' } as const satisfies Record<Term, string>;

export interface PlanCalls {
  /** After "No expert has": "an open call", or "an open short-term or …" where not all are open to the reader. */
  readonly one: string;
  /** What a count is of; '' where it is of all. */
  readonly counted: string;
}

/** The live calls open to a reader in words, without naming a plan; null where none is, and nothing may be said of them. */
export function planCalls(liveTerms: readonly Term[]): PlanCalls | null {
  if (liveTerms.length === 0) return null;
  if (liveTerms.length === TERMS.length) return { one: 'an open call', counted: '' };
  const names = liveTerms.map((term) => NAMES[term]);
  return {
    one: `an open ${listed(names, 'or')} call`,
    counted: `Only ${listed(names, 'and')} calls are counted: those you can read.`,
  };
}

const listed = (names: readonly string[], joint: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1)}`;
