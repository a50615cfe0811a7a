import type { Market } from './market.ts';

/** The symbol under which a share stands here, by that or by another name that it has now; what is known by no name stays as it is. */
export const ownSymbol = (market: Pick<Market, 'instrument'>, name: string): string => market.instrument(name)?.symbol ?? name;
