import type { CorporateAction, DayBar } from '../market/index.ts';

/** Past sessions on today's share count: prices before a split or bonus divided by its ratio, volumes multiplied (product C.11). */
export function adjusted(bars: readonly DayBar[], actions: readonly CorporateAction[]): DayBar[] {
  const splits = actions.flatMap((action) => (action.type === 'split' || action.type === 'bonus' ? [action] : []));
  if (splits.length === 0) return [...bars];
  return bars.map((bar) => {
    let ratio = 1;
    for (const split of splits) if (bar.day < split.day) ratio *= split.ratio;
    if (ratio === 1) return bar;
    return { ...bar, o: bar.o / ratio, h: bar.h / ratio, l: bar.l / ratio, c: bar.c / ratio, prev_close: bar.prev_close / ratio, v: bar.v * ratio };
  });
}
