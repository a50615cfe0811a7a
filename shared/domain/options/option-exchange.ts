/** Indices of the BSE; all other underlyings have their contracts at the NSE. */
const OF_BSE: ReadonlySet<string> = new Set(['SENSEX', 'BANKEX', 'SENSEX50']);

/** Where the contracts of an underlying trade: the derivatives of the NSE, or those of the BSE. */
export const optionExchange = (underlying: string): 'NFO' | 'BFO' => (OF_BSE.has(underlying) ? 'BFO' : 'NFO');
