import type { Term } from '../../../contract/calls/types.ts';

/** Estimated cost of a round trip in % (product C.2): delivery 0.25, intraday 0.08. */
export const costPct = (term: Term): number => (term === 'intraday' ? 0.08 : 0.25);

/** Return after the costs of its term, %, of the return that is on record: what is shown of one call, and whether it gained. */
export const netReturn = ({ realised_return, term }: { readonly realised_return: number; readonly term: Term }): number => realised_return - costPct(term);
