import type { Call } from '../../contract/calls/types.ts';
import { type FollowedCall, madeOf } from '../../domain/calls/equity/made.ts';
import { formatFloat, formatInr, formatPercent, roundTo } from '../../domain/text/formats.ts';
import { TERM_LABEL } from './call-words.ts';
import { isOpenCall, outcomeLabel, type RailLevels, raisedLabel } from './rail.ts';

export type OutcomeTone = 'gain' | 'loss' | 'warn' | 'neutral';

/** What followers made of an ended call, after costs. Gain and loss differ in sign and word, never in size. */
export interface Result {
  /** "+6.10%" */
  percent: string;
  /** "1.22 R": multiples of the published risk. */
  multiple: string;
  word: 'Gain' | 'No change' | 'Loss';
}

/** Whether the stop-loss that ended it had been moved so far that a follower gained. */
export const isRaised = (call: FollowedCall): boolean => call.status === 'sl_hit' && (madeOf(call, null) ?? 0) > 0;

/**
 * A call's outcome chip: its text, and a tone that repeats the result. A stop-loss moved into profit is never red, and is told as one. A call
 * that prices can't judge says so before anything else.
 */
export function outcome(call: FollowedCall): { label: string; tone: OutcomeTone } {
  const { status, call_type, not_judgeable } = call;
  if (not_judgeable) return { label: 'Not judgeable', tone: 'warn' };
  if (isRaised(call)) return { label: raisedLabel(call_type), tone: 'gain' };
  const tone = status === 'sl_hit' ? 'loss' : status === 'target_hit' ? 'gain' : status === 'suspended_open' ? 'warn' : 'neutral';
  return { label: outcomeLabel(status), tone };
}

const entryAt = ({ entry_fill, price }: Pick<Call, 'entry_fill' | 'price'>): number => entry_fill?.price ?? price;

/** The stop-loss of the call's rail: the one in force while it is open; once it ended the published one, which its result is measured by. */
const railStop = ({ status, stop_loss, initial_stop_loss }: Call): Pick<RailLevels, 'stop' | 'published'> =>
  isOpenCall(status) ? { stop: stop_loss, published: false } : { stop: initial_stop_loss, published: initial_stop_loss !== stop_loss };

/** A call on its rail: from where it was entered, as its result is, or else from the entry as published. `ltp` is the price now. */
export const railOf = (call: Call, ltp: number | null): RailLevels & { entryText: string } => ({
  ...railStop(call),
  entry: entryAt(call),
  entered: call.entry_fill !== null,
  entryText: call.entry_fill ? formatInr(call.entry_fill.price) : entryText(call),
  target: call.target_price,
  price: isOpenCall(call.status) ? ltp : (call.exit?.price ?? null),
  callType: call.call_type,
  status: call.status,
  made: madeOf(call, ltp),
  raised: isRaised(call) ? call.stop_loss : null,
});

/** "₹1,452.00", or "₹1,440.00–1,460.00" for a range. */
export const entryText = (call: Pick<Call, 'entry_low' | 'entry_high'>): string =>
  call.entry_low === call.entry_high ? formatInr(call.entry_low) : `${formatInr(call.entry_low)}–${formatFloat(call.entry_high)}`;

/** Null while a call is open, and for calls that never count: Hold, not entered, cancelled. */
export function shownResult(call: FollowedCall & Pick<Call, 'r_multiple'>): Result | null {
  const made = isOpenCall(call.status) ? null : madeOf(call, null);
  if (made === null) return null;
  const rounded = roundTo(made, 2);
  return {
    percent: formatPercent(made),
    multiple: call.r_multiple === null ? '' : `${formatFloat(call.r_multiple)} R`,
    word: rounded > 0 ? 'Gain' : rounded < 0 ? 'Loss' : 'No change',
  };
}

/** What a row says read aloud, in one sentence: its accessible name. What an open call has made stands beside it and moves with the price. */
export function spokenCall(call: Call): string {
  const named = `${call.call_type} ${call.stock}, ${TERM_LABEL[call.term].name}, by ${call.expert.full_name}: ${outcome(call).label}`;
  if (isOpenCall(call.status)) return named;
  const result = shownResult(call);
  return `${named}, ${result ? `${result.word} ${result.percent}` : 'no result'}`;
}
