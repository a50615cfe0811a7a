/** Something of a room, in the order of its numbers: a text of a member, or its end. Withdrawn texts are left out before. */
export interface RoomMoment {
  readonly room: string;
  readonly by: 'investor' | 'expert' | 'end';
  readonly at: Date;
}

/** Answers below this number say nothing about how soon an expert answers. */
export const FIRST_ANSWERS_LEAST = 10;
/** Answers older than this do not count, ms. */
export const FIRST_ANSWERS_MS = 90 * 86_400_000;
const MINUTE = 60_000;

/**
 * Minutes from the beginning of each turn of an investor to the expert's first text behind it, of answers since an instant. A turn begins with
 * the investor's first text since the expert wrote last; one that a room ended without an answer is none.
 */
export function firstAnswers(moments: readonly RoomMoment[], since: Date): number[] {
  const asked = new Map<string, Date>();
  const minutes: number[] = [];
  for (const { room, by, at } of moments) {
    const began = asked.get(room);
    if (by === 'investor') {
      if (!began) asked.set(room, at);
      continue;
    }
    if (by === 'expert' && began && at >= since) minutes.push(Math.max(0, at.getTime() - began.getTime()) / MINUTE);
    asked.delete(room);
  }
  return minutes;
}

/** Half of the values lie below it, of an even number the mean of the middle two; null below `FIRST_ANSWERS_LEAST`. Rounded to whole minutes. */
export function medianAnswer(minutes: readonly number[]): number | null {
  if (minutes.length < FIRST_ANSWERS_LEAST) return null;
  const sorted = minutes.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return Math.round((sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2);
}
