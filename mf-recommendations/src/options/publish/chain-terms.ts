import type { OptionQuotes } from '@vimarsh/shared/contract/options-insight/types.ts';

/** Asks for the chain of an expiry; for that of the nearest where none is named. */
export const chainInput = (underlying: string, expiry: string) => ({ params: { indice: underlying }, query: expiry ? { expiry } : {} });

/** What of a chain the whole screen depends on: nothing that changes with every quote. `strikes`: how many there are. */
export type ChainTerms = Omit<OptionQuotes, 'rows' | 'future' | 'atm'> & { strikes: number };

export const termsOf = ({ rows, future: _future, atm: _atm, ...terms }: OptionQuotes): ChainTerms => ({ ...terms, strikes: rows.length });
