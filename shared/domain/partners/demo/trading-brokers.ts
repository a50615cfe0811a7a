/** The demo's trading brokers, which have no site of their own (S4-UTYPE-A04). */
export const TRADING_ONLY_BROKERS = [
  { id: 4, title: 'Saras Broking' },
  { id: 5, title: 'Kurinji Securities' },
  { id: 6, title: 'Haritaki Capital' },
] as const;
