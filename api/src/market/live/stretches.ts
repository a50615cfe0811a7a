/** Seconds `[from, to)` counted from the open of a session. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The same seconds in order, without overlaps. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.filter((each) => each.to > each.from).toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The seconds of `known` without those of `holes`. */
export function without(known: readonly Stretch[], holes: readonly Stretch[]): Stretch[] {
  let left = [...known];
  for (const hole of holes)
    left = left.flatMap(({ from, to }) => {
      if (hole.to <= from || hole.from >= to) return [{ from, to }];
      return [
        { from, to: hole.from },
        { from: hole.to, to },
      ].filter((part) => part.to > part.from);
    });
  return left;
}

/** The seconds of `[0, end)` that are not in `known`. */
export function gaps(known: readonly Stretch[], end: number): Stretch[] {
  const open: Stretch[] = [];
  let at = 0;
  for (const { from, to } of merged(known)) {
    if (from >= end) break;
    if (from > at) open.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < end) open.push({ from: at, to: end });
  return open;
}

/** The second up to which everything from the open on is known. */
export function knownUntil(known: readonly Stretch[]): number {
  const [first] = merged(known);
  return first && first.from <= 0 ? first.to : 0;
}
