import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { formatDay, formatInr } from '@vimarsh/shared/domain/text/formats.ts';

/** Why prices can't judge a call, and what it waits for. */
export function notJudgeableText({ cause, day, before, opened }: NotJudgeable): string {
  if (cause === 'missing_day') return `The prices of ${formatDay(day)} are missing. The call waits for them, and nothing is guessed meanwhile.`;
  return `On ${formatDay(day)} the price opened at ${formatInr(opened)} after a close of ${formatInr(before)}. Trading alone does not move a price that far. Most likely there was a split or a bonus that the exchange has not announced yet. The call waits for that.`;
}
