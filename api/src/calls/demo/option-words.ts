import type { OptionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import { strikeName } from '@vimarsh/shared/domain/calls/options/names.ts';
import type { Rng } from '@vimarsh/shared/domain/market/rng.ts';
import { formatDay, formatFloat } from '@vimarsh/shared/domain/text/formats.ts';
import type { Structure } from './option-structures.ts';

export interface OptionScene {
  readonly name: string;
  readonly spot: number;
  readonly expiry: string;
  /** The usual move until the expiry, ₹ or points. */
  readonly move: number;
  readonly structure: Structure;
  /** 0 for a future. */
  readonly strikes: readonly number[];
  readonly daysLeft: number;
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

const VIEW: Readonly<Record<Structure['outlook'], string>> = {
  bullish: 'The idea is a move up that time does not have to be bought for',
  bearish: 'The idea is a move down that time does not have to be bought for',
  neutral: 'The idea is that the price stays near where it is while the premium of time runs out',
  volatile: 'The idea is a move larger than the quotes allow for, whichever way it goes',
};
const TRIGGERS: readonly ((scene: OptionScene) => string)[] = [
  (scene) =>
    `The last sessions kept within ${formatFloat(scene.move)} of the price, which is the usual move until ${formatDay(scene.expiry)}; the quotes ask for about as much.`,
  (scene) =>
    `Open interest has gathered around ${strikeName(scene.strikes[0]!)}, and with ${days(scene.daysLeft)} left the strikes beyond it lose their premium first.`,
  (scene) =>
    `At ${formatFloat(scene.spot)} the nearest strikes are quoted within a narrow spread, so that the structure can be left as easily as it is entered.`,
];
const RISKS: Readonly<Record<Structure['outlook'], string>> = {
  bullish: 'A gap down overnight takes most of what is at risk before anybody can act, and each quiet day costs the bought legs a part of their premium.',
  bearish: 'A gap up overnight takes most of what is at risk before anybody can act, and each quiet day costs the bought legs a part of their premium.',
  neutral: 'A move beyond the sold strikes costs more than the premium brings, and it may come as a gap overnight that no stop-loss can catch.',
  volatile: 'If nothing happens the premium melts every day, and after an event volatility falls although the price has moved.',
};

const strikesText = (strikes: readonly number[]): string =>
  strikes.length === 1 ? `The strike is ${strikeName(strikes[0]!)}.` : `The strikes are ${strikes.map(strikeName).join(', ') || 'those of the future'}.`;

/** The view that would prove it wrong: who bought a move loses where none comes. */
const wrongIf = ({ name, spot, move, expiry, structure }: OptionScene): string =>
  structure.outlook === 'volatile'
    ? `If ${name} stays between ${formatFloat(spot - move)} and ${formatFloat(spot + move)} until ${formatDay(expiry)}.`
    : `A move of more than ${formatFloat(move)} against the structure, or the stop-loss, ends the idea whatever the reason for it was.`;

/** What an author writes about a structure, from its figures alone: the companies are real, their simulated prices are not. */
export function optionRationale(scene: OptionScene, random: Rng): OptionDraft['rationale'] {
  const { name, spot, expiry, move, structure, strikes, daysLeft } = scene;
  const told = [...new Set(strikes.filter((strike) => strike > 0))];
  const trigger = TRIGGERS[Math.floor(random.next() * TRIGGERS.length)]!({ ...scene, strikes: told });
  return {
    thesis: `${name} stands at ${formatFloat(spot)} with ${days(daysLeft)} to the expiry of ${formatDay(expiry)}; a usual move until then is ${formatFloat(move)}. ${VIEW[structure.outlook]}. ${strikesText(told)}`,
    trigger,
    risks: RISKS[structure.outlook],
    kill_criteria: wrongIf(scene),
    method: 'quant',
    sources: [],
    ai_used: 'none',
  };
}

export const OPTION_CAUTION = 'A leg is sold without cover, so the loss has no limit: a gap against it can cost many times what the structure earns.';
export const OPTION_EXIT_REASONS = [
  'Most of the premium is earned, and the rest does not pay for the days that are left.',
  'The range that the structure was built on is broken, so the reason for it is gone.',
  'An event falls into the days that are left, and its outcome is nobody’s to know.',
] as const;
export const OPTION_LOOK_BACKS = [
  'The strikes stood too near to the money for a week with an event in it; a wider structure would have had the time it needed.',
  'The idea was right about the range and late in time: most of its premium was gone before the entry.',
  'The stop-loss in rupees did what it was for; the move went on for two more sessions after it.',
] as const;
