import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { LateAction } from '@vimarsh/shared/contract/calls/types.ts';
import { actionWords } from '@vimarsh/shared/domain/calls/corp-adjust.ts';
import { stepText } from '@vimarsh/shared/domain/calls/step-words.ts';
import { isUntraded, type Untraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';

/** Why prices can't judge a call, and what it waits for; `ended`: it waited to its last day. */
export function notJudgeableText({ cause, day, before, opened }: NotJudgeable, ended = false): string {
  if (cause === 'missing_day') return `The prices of ${formatDay(day)} are missing. The call waits for them, and nothing is guessed meanwhile.`;
  if (isUntraded(cause)) return ended ? unjudgedText(day, cause) : `${untradedText(cause, day)} ${WAITS[cause]}`;
  return `${stepText({ day, before, opened })} The call waits for that.`;
}

const FOR_A_TRADE = 'The call waits for a trade, and ends without a result on its last day if none comes.';
const TO_ITS_LAST_DAY = 'No price can end the call any more. It ends without a result on its last day.';
const WAITS: Readonly<Record<Untraded, string>> = {
  no_trade: FOR_A_TRADE,
  other_isin: FOR_A_TRADE,
  suspended: FOR_A_TRADE,
  delisted: TO_ITS_LAST_DAY,
  merged: TO_ITS_LAST_DAY,
};

/** Why a stock does not trade, and since when. */
export function untradedText(cause: Untraded, day: string): string {
  if (cause === 'suspended') return `The exchange has suspended trading in the stock. No trade of it is on file since ${formatDay(day)}.`;
  if (cause === 'delisted') return `The exchange no longer lists the stock. No trade of it is on file since ${formatDay(day)}.`;
  if (cause === 'merged') return `The company has merged into another, whose shares its holders get. No trade of it is on file since ${formatDay(day)}.`;
  if (cause === 'other_isin')
    return `Since ${formatDay(day)} the exchange’s files have the stock’s symbol under another ISIN, so nobody knows whether those prices are its.`;
  return `No trade of the stock is on file since ${formatDay(day)}, though the exchange was open.`;
}

/** The last day of an open call that was declared closed after its publication: its signed end stays. */
export const closedDayText = (valid_till: string): string =>
  `The exchange is closed on ${formatDay(valid_till)}, its last day. The call stays valid to the end of that day, and ends at the first price after it.`;

/** An action that was listed after prices had ended the call, and that its levels, or the contracts of an option call, were not adjusted for. */
export const lateActionText = ({ ex_date, actions }: LateAction): string =>
  `${upperFirst(actionWords(actions))} of ${formatDay(ex_date)} became known after the call had ended, so its terms were not adjusted. Two people look at its end.`;

const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The end of a call of which no price says how it ended. */
export const unjudgedText = (day: string, cause: Untraded = 'no_trade'): string =>
  `${untradedText(cause, day)} Nobody can say how the call ended. It is counted apart, and neither as a gain nor as a loss.`;

/** The same of an option call. */
export const unsettledText = (day: string): string =>
  `The exchange traded on ${formatDay(day)}, but no price of the underlying is on file. Nobody can say how the call ended. It is counted apart, and neither as a gain nor as a loss.`;
