import type { NotJudgeable } from '../../contract/calls/not-judgeable.ts';
import { formatDay, formatInr, formatPercent } from '../text/formats.ts';
import { isUntraded } from './untraded.ts';

/** A step of a price that keeps it from judging a call, and from reaching the level of an alert: both prices, the day, and the likely reason. */
export function stepText({ day, before, opened }: Pick<NotJudgeable, 'day' | 'before' | 'opened'>): string {
  const step = `On ${formatDay(day)} the price opened at ${formatInr(opened)} after a close of ${formatInr(before)}.`;
  if (!isStep(before, opened)) return `${step} A corporate action of that day changes prices, and nobody knows yet surely by how much.`;
  return `${step} Trading alone does not move a price that far. Most likely there was a corporate action whose terms are not known here yet.`;
}

/** Why a day has no change, where a price stands beside it: in few words, for a list. */
export function unknownChangeText({ before, opened }: Pick<NotJudgeable, 'before' | 'opened'>): string {
  if (before === null || opened === null || !isStep(before, opened)) return 'Change not known: a corporate action of the day is in doubt';
  return `Price stepped by ${formatPercent((opened / before - 1) * 100)} at the open; no corporate action is on file yet`;
}

/** Why nothing can be published on a symbol now, and until when. */
export function doubtText(symbol: string, { cause, day, before, opened }: NotJudgeable): string {
  if (isUntraded(cause)) return `No price of ${symbol} is known since ${formatDay(day)}, so none could judge a call on it.`;
  const until = 'Calls on it can be published once it is known, or after the close.';
  if (opened === null) return `A corporate action changes the price of ${symbol} today, and no trade of today is known yet. ${until}`;
  if (!isStep(before, opened)) return `A corporate action of ${symbol} is in doubt: its open does not show it, or nobody knows its terms surely. ${until}`;
  return `${symbol} opened at ${formatInr(opened)} after a close of ${formatInr(before)}, and no corporate action on file says why. ${until}`;
}

/** The market’s own limit: an exchange stops most prices at 20 % from their last close. */
const isStep = (before: number | null, opened: number | null): boolean => before === null || opened === null || Math.abs(opened / before - 1) > 0.205;
