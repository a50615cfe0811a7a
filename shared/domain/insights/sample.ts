/**
 * A figure that needs a sample: its value, or how many of the required observations there are. A missing input is reported
 * and never counted as zero (product C.11, embeds 4.6).
 */
export type Sampled<T = number> = { readonly value: T } | { readonly value: null; readonly have: number; readonly need: number };

/** The figure if the sample is large enough. `make` only ever gets a full sample. */
export function sampled<T>(have: number, need: number, make: () => T): Sampled<T> {
  return have < need ? { value: null, have, need } : { value: make() };
}

/** "not enough data: 12 of 20 sessions". Empty when there is a value. */
export function tooFew(figure: Sampled<unknown>, unit = 'sessions'): string {
  return figure.value === null && 'have' in figure ? `not enough data: ${figure.have} of ${figure.need} ${unit}` : '';
}
