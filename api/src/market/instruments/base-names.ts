import type { BaseNames } from './imported-instruments.store.ts';
import { INDICES, STOCKS } from './listed.ts';
import { ISSUERS } from './names.ts';

/** The shares and indices known at the release, and the issuers in their ISINs. */
export const BASE_NAMES: BaseNames = {
  symbols: new Set([...STOCKS, ...INDICES].map(({ symbol }) => symbol)),
  byIssuer: new Map(Object.entries(ISSUERS).map(([symbol, issuer]) => [issuer, symbol])),
};
