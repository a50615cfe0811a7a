import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { asFilled } from '@vimarsh/shared/domain/calls/options/as-filled.ts';
import { units } from '@vimarsh/shared/domain/calls/options/legs.ts';
import { profitOf } from '@vimarsh/shared/domain/calls/options/lot/gains.ts';
import { toPaise } from '@vimarsh/shared/domain/money/paise.ts';
import { formatDay, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { levelText, levelUnit } from './option-words.ts';

export interface Standing {
  /** Which way it has to go to gain; '' beside a future. */
  readonly way: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

const DEARER = 'It gains when closing it brings more than was paid.';
const CHEAPER = 'It gains when closing it costs less than was received.';
/** What was received counts below zero, and so does what it costs to give it back. */
const atOnce = (value: number): string => (value < 0 ? 'Closing costs now' : 'Closing brings now');
const atTarget = (value: number): string => (value < 0 ? 'At the target closing costs' : 'At the target closing brings');
const atStop = (value: number): string => (value < 0 ? 'At the stop-loss closing costs' : 'At the stop-loss closing brings');
const amount = (value: number): string => formatInr(Math.abs(value));

/**
 * An open call that was entered, in ₹ of the whole call: what was received or paid, what closing it costs or brings now, at its target and at its
 * stop-loss, the most that can be lost, and when it ends. Null before the entry and without quotes. A future costs no premium: beside one, and on the
 * level of the underlying, the levels stand as they are.
 */
export function whereItStands(call: OptionCall): Standing | null {
  const { legs, lot_size, level_basis: basis, target, stop_loss, now } = call;
  const filled = asFilled(call);
  if (!now || !filled) return null;
  const { max_loss } = filled;
  const end = [
    ['Most that can be lost', max_loss === null ? 'Without limit' : formatInr(Math.max(0, -max_loss))],
    ['Ends at the latest', formatDay(call.valid_till)],
  ] as const;
  const asItIs = [
    ['Target', `${levelText(basis, target)} ${levelUnit(call, target)}`],
    ['Stop-loss', `${levelText(basis, stop_loss)} ${levelUnit(call, stop_loss)}`],
  ] as const;
  if (legs.some(({ type }) => type === 'FUT')) return { way: '', facts: [...asItIs, ...end] };

  const nothing = legs.map(() => 0);
  const worth = (prices: readonly number[]): number => profitOf(legs, lot_size, nothing, prices);
  const entered = worth(legs.map(({ entry }) => entry!));
  const exits = now.exits.flatMap((exit) => (exit === null ? [] : [exit]));
  const current = exits.length < legs.length ? null : worth(exits);
  const at = (level: number): number => toPaise(basis === 'premium' ? level * units(legs) * lot_size : entered + level);
  const levels =
    basis === 'underlying'
      ? asItIs
      : ([
          [atTarget(at(target)), amount(at(target))],
          [atStop(at(stop_loss)), amount(at(stop_loss))],
        ] as const);
  return {
    way: entered < 0 ? CHEAPER : DEARER,
    facts: [
      [entered < 0 ? 'Received' : 'Paid', amount(entered)],
      [atOnce(current ?? entered), current === null ? 'No quote now' : amount(current)],
      ...levels,
      ...end,
    ],
  };
}
