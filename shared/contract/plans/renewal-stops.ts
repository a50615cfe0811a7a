/**
 * Why nothing is renewed any more: `you` and `bank` by who stopped it, `price`, `sale`, `refused` and `late` by what stood against it, `plan`
 * with the plan it was for, `replaced` by another mandate, `unpaid` with an order that nobody paid.
 */
export const RENEWAL_STOPS = ['you', 'bank', 'price', 'sale', 'refused', 'late', 'plan', 'replaced', 'unpaid'] as const;
export type RenewalStop = (typeof RENEWAL_STOPS)[number];
