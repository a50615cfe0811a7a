export const CAP_LABEL = { large: 'Large cap', mid: 'Mid cap', small: 'Small cap' } as const;

/** The period chips and the period each covers. */
export const PERIOD_LABEL = { '1W': '1 week', '1M': '1 month', '3M': '3 months', '6M': '6 months', '1Y': '1 year', ALL: 'All dates' } as const;
