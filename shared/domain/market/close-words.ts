import { formatIst } from '../text/formats.ts';
import { SESSION_RULES } from './calendar.data.ts';

const IST_MS = 330 * 60_000;

/**
 * What the time of a figure is, where it is an end of the day: since 3 Aug 2026 stocks with futures, all others and options end at
 * different times, and screens side by side show them. Empty within a session, and where all end at once.
 */
export function closeWords(instant: string): string {
  const ist = new Date(Date.parse(instant) + IST_MS).toISOString();
  // Hours declared after the release are left out: widgets get these words and have the calendar of their release.
  const rule = SESSION_RULES.findLast(({ from }) => from <= ist.slice(0, 10));
  if (!rule?.auctionEnd) return '';
  const words = {
    [rule.fnoClose]: 'end of continuous trading',
    [rule.close]: 'close of stocks without futures',
    [rule.auctionEnd]: 'end of the closing auction',
    [rule.optionsClose]: 'close of options',
  };
  return words[ist.slice(11, 16)] ?? '';
}

/** "23 Nov 2026, 15:15 IST (end of continuous trading)". For figures of a market that has closed. */
export function formatClose(instant: string): string {
  const words = closeWords(instant);
  return words ? `${formatIst(instant)} (${words})` : formatIst(instant);
}
