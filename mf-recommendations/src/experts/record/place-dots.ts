/** Where a dot stands in its field, as shares of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Diameter of a dot, and the field's usual width and least height, px. */
export const DOT = 12;
const [WIDTH, HEIGHT] = [640, 150];

/** How far each dot steps aside, px, so that none lies on another: to its later side first. Its height, which is its result, stays. */
export function stepAside(places: readonly Place[]): number[] {
  const taken: { left: number; top: number }[] = [];
  return places.map(({ x, y }) => {
    const [own, top] = [x * WIDTH, y * HEIGHT];
    const isFree = (left: number): boolean => taken.every((other) => Math.abs(other.left - left) >= DOT || Math.abs(other.top - top) >= DOT);
    // Each dot that is placed can bar three steps at most.
    for (let step = 0; step <= 3 * places.length; step += 1) {
      const aside = (step % 2 === 1 ? 1 : -1) * Math.ceil(step / 2) * DOT;
      if (!isFree(own + aside)) continue;
      taken.push({ left: own + aside, top });
      return aside || 0;
    }
    return 0;
  });
}
