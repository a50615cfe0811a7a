import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { asFilled } from '@vimarsh/shared/domain/calls/options/as-filled.ts';
import { units } from '@vimarsh/shared/domain/calls/options/legs.ts';
import { type Extreme, extremesOf, lotAtExpiry } from '@vimarsh/shared/domain/calls/options/lot/extremes.ts';
import { type GainZone, gainZones } from '@vimarsh/shared/domain/calls/options/lot/gain-zones.ts';
import { profitOf } from '@vimarsh/shared/domain/calls/options/lot/gains.ts';
import { leastExits } from '@vimarsh/shared/domain/calls/options/lot/made.ts';
import { toPaise } from '@vimarsh/shared/domain/money/paise.ts';
import { formatDay, formatInr, formatInrChange } from '@vimarsh/shared/domain/text/formats.ts';
import { levelOf, levelText, levelUnit, mostText } from './option-words.ts';

export interface Standing {
  /** Which way it has to go to gain; '' beside a future. */
  readonly way: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

const DEARER = 'It gains when closing it brings more than was paid.';
const CHEAPER = 'It gains when closing it costs less than was received.';
/** What was received counts below zero, and so does what it costs to give it back. */
const atOnce = (value: number): string => (value < 0 ? 'Closing costs now' : 'Closing brings now');
const amount = (value: number): string => formatInr(Math.abs(value));

/**
 * An open call that was entered, in ₹ of a lot as its result is: how far it is from its target and its stop-loss, what was received or paid, and what
 * closing it costs or brings now. Null before the entry and without quotes. A future costs no premium: beside one, and on the level of the underlying,
 * the levels stand as they are.
 */
export function whereItStands(call: OptionCall): Standing | null {
  const { legs, lot_size, level_basis: basis, target, stop_loss, now } = call;
  if (!now || !asFilled(call)) return null;
  const asItIs = [
    ['Target', `${levelText(basis, target)} ${levelUnit(call, target)}`],
    ['Stop-loss', `${levelText(basis, stop_loss)} ${levelUnit(call, stop_loss)}`],
  ] as const;
  if (legs.some(({ type }) => type === 'FUT')) return { way: '', facts: asItIs };

  const each = units(legs);
  const nothing = legs.map(() => 0);
  const worth = (prices: readonly number[]): number => toPaise(profitOf(legs, lot_size, nothing, prices) / each);
  const entered = worth(legs.map(({ entry }) => entry!));
  const exits = leastExits(call);
  const current = exits && worth(exits);
  const at = (level: number): number => toPaise(basis === 'premium' ? level * lot_size : entered + level / each);
  const left = (level: number): string => formatInrChange(toPaise(at(level) - current!));
  const levels =
    basis === 'underlying'
      ? asItIs
      : current === null
        ? ([
            ['Made at the target', formatInrChange(toPaise(at(target) - entered))],
            ['Made at the stop-loss', formatInrChange(toPaise(at(stop_loss) - entered))],
          ] as const)
        : ([
            ['Left to the target', left(target)],
            ['Left to the stop-loss', left(stop_loss)],
          ] as const);
  return {
    way: entered < 0 ? CHEAPER : DEARER,
    facts: [...levels, [entered < 0 ? 'Received' : 'Paid', amount(entered)], [atOnce(current ?? entered), current === null ? 'No quote now' : amount(current)]],
  };
}

/** "between 23,432 and 24,518", "above 24,600", "below 23,100 or above 25,900". */
const zoneText = ([from, to]: GainZone): string =>
  from === null ? `below ${levelOf(to!)}` : to === null ? `above ${levelOf(from)}` : `between ${levelOf(from)} and ${levelOf(to)}`;

/** A lot of a call for who never traded one: where it gains and how much, what can be lost, and when that is decided. */
export interface OptionOutcome {
  /** What the end brings where the underlying is now; '' without its price. */
  readonly here: string;
  readonly gains: string;
  readonly loses: string;
}

/** Null where legs expire apart, and where no level of the underlying decides. */
export function optionOutcome(call: OptionCall): OptionOutcome | null {
  const zones = gainZones(call);
  if (!zones || zones.length === 0 || zones.some(([from, to]) => from === null && to === null)) return null;
  const { gain, loss } = extremesOf(call);
  const where = zones.map(zoneText).join(' or ');
  const most = (extreme: Extreme): string => (extreme.value === null ? 'without a limit' : `at most ${mostText(extreme, call.underlying)}`);
  const spot = call.now?.spot;
  const ends = spot === undefined ? null : lotAtExpiry(call)!(spot);
  return {
    here:
      ends === null
        ? ''
        : ends < 0
          ? `If ${call.underlying} ends where it is now, at ${levelOf(spot!)}, a lot loses ${formatInr(-ends)}.`
          : `If ${call.underlying} ends where it is now, at ${levelOf(spot!)}, a lot gains ${formatInr(ends)}.`,
    gains: `A lot gains if ${call.underlying} ends ${where} on ${formatDay(call.expiry)}: ${most(gain)}.`,
    loses: `Anywhere else it loses: ${most(loss)}.`,
  };
}
