interface Known {
  readonly id: string;
}

/**
 * A list that was asked for again, as it may be drawn without moving what somebody reads: calls that came between or above the known
 * ones wait until they are asked for, later ones stand at the end. With nothing known there is nothing to keep still.
 */
export function arrivals<T extends Known>(known: ReadonlySet<string>, answered: readonly T[]): { readonly rows: readonly T[]; readonly waiting: number } {
  const last = answered.findLastIndex(({ id }) => known.has(id));
  const rows = answered.filter(({ id }, at) => known.has(id) || at > last);
  return { rows, waiting: answered.length - rows.length };
}
