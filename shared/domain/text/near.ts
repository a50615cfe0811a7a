/** Letters that may be wrong in what was typed: short words are too much like others. */
const slipsIn = (typed: string): number => (typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2);

/**
 * Whether somebody who typed this meant a word, or its beginning, with one or two letters wrong, missing, added or in the other
 * order (the distance of optimal string alignment). Case is the caller's.
 */
export function isNear(typed: string, word: string): boolean {
  const most = slipsIn(typed);
  if (most === 0 || word.length < typed.length - most) return false;
  // Each letter that the word lacks is a slip of its own, which settles most words without their rows.
  let lacking = 0;
  for (let at = 0; at < typed.length; at += 1) if (!word.includes(typed[at]!) && ++lacking > most) return false;
  let before: number[] = [];
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= word.length; j += 1) {
      const same = typed[i - 1] === word[j - 1] ? 0 : 1;
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same);
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return Math.min(...row) <= most;
}
