import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { formatDay, formatInr } from '@vimarsh/shared/domain/text/formats.ts';

/** Why prices can't judge a call, and what it waits for. */
export function notJudgeableText({ cause, day, before, opened }: NotJudgeable): string {
  if (cause === 'missing_day') return `The prices of ${formatDay(day)} are missing. The call waits until they are there, and nothing is guessed meanwhile.`;
  return `On ${formatDay(day)} the price opened at ${formatInr(opened)} after a close of ${formatInr(before)}. No trading makes such a step: most likely shares were split or given as a bonus, and the exchange’s word on it isn’t there yet. The call waits for it.`;
}
