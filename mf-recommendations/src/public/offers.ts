import type { PlanOffer } from '@vimarsh/shared/contract/plans/types.ts';

/** What plans cost, as the server wrote it into the page of the main host, or null: only its outline is checked, as of the first view. */
export function firstOffers(first: Readonly<Record<string, unknown>>): readonly PlanOffer[] | null {
  const { data } = (first['GET /plans/v1/offers'] ?? {}) as { data?: { offers?: unknown } | null };
  return Array.isArray(data?.offers) ? (data.offers as PlanOffer[]) : null;
}

/** The least that a plan costs. */
export const cheapest = (offers: readonly PlanOffer[]): PlanOffer | undefined => offers.toSorted((a, b) => a.price_paise - b.price_paise)[0];
