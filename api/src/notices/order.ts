/** Lots lie in [0, LOTS). */
export const LOTS = 2 ** 31;
const MOST_PARTS = 65_536;

export interface Follower {
  readonly user_id: string;
  readonly lot: number;
}

/** Lots from one, up to and without another. */
export interface Lots {
  readonly from: number;
  readonly below: number;
}

/** Into how many parts this many followers are cut, so that a page has about one part. */
export const partsFor = (followers: number, page: number): number => Math.min(MOST_PARTS, Math.max(1, Math.ceil(followers / page)));

/** The lots of one part. */
export const lotsOf = (part: number, parts: number): Lots => ({ from: Math.floor((part * LOTS) / parts), below: Math.floor(((part + 1) * LOTS) / parts) });

/** Numbers in [0, 1) that follow from a number (mulberry32): whoever goes on with a fan-out draws the same order. */
function drawing(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** These in an order that `draw` gives, each order as likely as another. */
export function shuffled<T>(list: readonly T[], draw: number): T[] {
  const next = drawing(draw);
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}

/** The order in which the parts are taken. */
export const partOrder = (parts: number, draw: number): number[] => shuffled([...Array(parts).keys()], draw);
