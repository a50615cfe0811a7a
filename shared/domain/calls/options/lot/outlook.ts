import type { DraftLeg, Outlook } from '../../../../contract/calls/options/types.ts';
import { toPaise } from '../../../money/paise.ts';
import { payoffAt } from '../../../options/payoff.ts';
import { formatInrChange } from '../../../text/formats.ts';
import { payoffLegs } from './payoff-legs.ts';

/** Expected moves to either side at which an outlook is held against the payoff. */
const MOVES = 2;

/** What legs make at their expiry, ₹: where the underlying is now, and two expected moves away on both sides. */
export interface Ends {
  readonly here: number;
  readonly up: number;
  readonly down: number;
}

/** Null where legs expire apart: what the later ones are worth then is an estimate. */
export function endsOf(legs: readonly DraftLeg[], lotSize: number, spot: number, move: number): Ends | null {
  if (legs.length === 0 || legs.some(({ expiry }) => expiry !== legs[0]!.expiry)) return null;
  const priced = payoffLegs(
    legs.map((leg) => ({ ...leg, price: leg.entry })),
    lotSize,
  );
  const at = (level: number): number => toPaise(payoffAt(priced, Math.max(0, level)));
  return { here: at(spot), up: at(spot + MOVES * move), down: at(spot - MOVES * move) };
}

/** Whether a payoff earns where its author expects the underlying not to be, and loses where they expect it. */
const CONTRADICTS: Readonly<Record<Outlook, (ends: Ends) => boolean>> = {
  bullish: ({ up, down }) => up < down,
  bearish: ({ up, down }) => down < up,
  neutral: ({ here, up, down }) => here < 0 && up > 0 && down > 0,
  volatile: ({ here, up, down }) => here > 0 && up < 0 && down < 0,
};

/** One sentence where the payoff contradicts the outlook that is declared, else null. */
export function outlookProblem(outlook: Outlook, ends: Ends): string | null {
  if (!CONTRADICTS[outlook](ends)) return null;
  return `The outlook is ${outlook}, but at expiry these legs make about ${formatInrChange(ends.up)} two expected moves higher, ${formatInrChange(ends.down)} two lower and ${formatInrChange(ends.here)} where the price is now. Choose the outlook that they pay for, or other legs.`;
}
