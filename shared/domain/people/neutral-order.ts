import { rng, seedOf } from '../market/rng.ts';

/** Experts in neutral order: reshuffled each IST day, the same for everyone. */
export function neutralOrder<T>(experts: readonly T[], day: string): T[] {
  const order = [...experts];
  const random = rng(seedOf(1, day, 'experts'));
  for (let last = order.length - 1; last > 0; last--) {
    const pick = Math.floor(random.next() * (last + 1));
    [order[last], order[pick]] = [order[pick]!, order[last]!];
  }
  return order;
}
