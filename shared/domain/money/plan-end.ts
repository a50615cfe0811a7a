const DAY_MS = 86_400_000;
/** Who pays for a plan is told so long before its end, each once (product D.6). */
const TOLD_BEFORE_MS = [3 * DAY_MS, DAY_MS] as const;
export const END_TOLD_FROM_MS = TOLD_BEFORE_MS[0];

/** Whether the end of a plan is to be told now. `told_at`: when it last was. An end that moved later is told anew. */
export const isEndDue = (ends_at: Date, told_at: Date | null, now: Date): boolean =>
  now < ends_at &&
  TOLD_BEFORE_MS.some((before) => {
    const from = new Date(ends_at.getTime() - before);
    return now >= from && (told_at === null || told_at < from);
  });
