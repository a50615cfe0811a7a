/** What the portal shows calls and lists of (spec section 4, market_type). The session carries it on every page, so it stands alone. */
export const MARKET_TYPES = ['equity', 'options'] as const;
/** The one a visitor begins with (spec section 9). */
export const DEFAULT_MARKET_TYPE = 'equity';
