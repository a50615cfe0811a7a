/** The least that a plan costs: ₹ with 18 % GST, for so many days. Apart from the other offers, which a page's first content does not name. */
export const FIRST_OFFER = { inr: 199, days: 30 } as const;
