import * as z from 'zod/mini';

const shape = z.object({
  /** User id: another person in this tab begins anew. */
  user: z.string(),
  /** The offer with its price. Consent is to a price, so it ends with it. */
  offer: z.string(),
  agreed: z.boolean(),
  renews: z.boolean(),
  place: z.string(),
});
export type KeptCheckout = z.output<typeof shape>;

const KEY = 'vimarsh.checkout';

/** Storage is never trusted, and some browsers throw as soon as it is looked at. */
function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** Keeps what a buyer has chosen and agreed to in this tab, so that a reload of the checkout forgets none of it. */
export const keepCheckout = (checkout: KeptCheckout): void => void attempt(() => sessionStorage.setItem(KEY, JSON.stringify(checkout)));
export const dropCheckout = (): void => void attempt(() => sessionStorage.removeItem(KEY));

/** Gives back what this buyer chose; consent only where the offer still costs the same. */
export function keptCheckout(user: string, offer: string): Pick<KeptCheckout, 'agreed' | 'renews' | 'place'> | null {
  const { data } = shape.safeParse(attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null')));
  if (!data || data.user !== user) return null;
  const same = data.offer === offer;
  return { agreed: same && data.agreed, renews: same && data.renews, place: data.place };
}
