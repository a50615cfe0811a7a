/** Levels of one session from the one before it, ₹: pivot, three resistances and three supports (product C.11, embeds 4.6). */
export interface Pivots {
  readonly kind: 'classic' | 'fibonacci' | 'camarilla' | 'woodie';
  readonly p: number;
  /** Nearest first. */
  readonly r: readonly [number, number, number];
  readonly s: readonly [number, number, number];
}

/** The previous session, on today's share count (adjusted for splits and bonuses). */
export interface PreviousSession {
  readonly h: number;
  readonly l: number;
  readonly c: number;
}

export function pivots({ h, l, c }: PreviousSession): readonly Pivots[] {
  const range = h - l;
  const p = (h + l + c) / 3;
  const woodie = (h + l + 2 * c) / 4;
  const around = (middle: number, [a, b, d]: readonly [number, number, number]): Pick<Pivots, 'r' | 's'> => ({
    r: [middle + a * range, middle + b * range, middle + d * range],
    s: [middle - a * range, middle - b * range, middle - d * range],
  });
  return [
    { kind: 'classic', p, r: [2 * p - l, p + range, h + 2 * (p - l)], s: [2 * p - h, p - range, l - 2 * (h - p)] },
    { kind: 'fibonacci', p, ...around(p, [0.382, 0.618, 1]) },
    { kind: 'camarilla', p, ...around(c, [1.1 / 12, 1.1 / 6, 1.1 / 4]) },
    {
      kind: 'woodie',
      p: woodie,
      r: [2 * woodie - l, woodie + range, h + 2 * (woodie - l)],
      s: [2 * woodie - h, woodie - range, l - 2 * (h - woodie)],
    },
  ];
}
