import type { LevelBasis, OptionCall, OptionLeg } from '@vimarsh/shared/contract/calls/options/types.ts';
import { premiumOf } from '@vimarsh/shared/domain/calls/options/legs.ts';
import type { Extreme, Extremes } from '@vimarsh/shared/domain/calls/options/lot/extremes.ts';
import { STRATEGY_LABEL, strikeName } from '@vimarsh/shared/domain/calls/options/names.ts';
import { expiryOn, istTime, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { daysTo } from '@vimarsh/shared/domain/market/days-to.ts';
import { formatDay, formatInr, formatInrChange, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';

/** Strikes of the call, each once, ascending. */
export const strikesOf = ({ legs }: Pick<OptionCall, 'legs'>): number[] =>
  [...new Set(legs.flatMap(({ type, strike }) => (type === 'FUT' ? [] : [strike])))].sort((a, b) => a - b);

/** "24,500 CE", "Future". */
export const contractText = ({ type, strike }: Pick<OptionLeg, 'type' | 'strike'>): string => (type === 'FUT' ? 'Future' : `${strikeName(strike)} ${type}`);

export const sideText = ({ side }: Pick<OptionLeg, 'side'>): string => (side === 'buy' ? 'Buy' : 'Sell');

export const lotsText = (lots: number): string => (lots === 1 ? '1 lot' : `${formatNumber(lots)} lots`);

/**
 * A level in what it is measured on: ₹ of the whole call, ₹ a share of net premium, or the level of the underlying. What was received counts
 * below zero in the record; here "Received" stands beside it, and both levels lie on its side of zero.
 */
export const levelText = (basis: LevelBasis, value: number): string =>
  basis === 'pnl' ? formatInrChange(value) : basis === 'premium' ? formatInr(Math.abs(value)) : formatNumber(value, 2);

/** What the two levels are measured on. */
export const BASIS_LABEL: Readonly<Record<LevelBasis, string>> = {
  pnl: 'Profit or loss of the call',
  premium: 'Net premium per share',
  underlying: 'Level of the underlying',
};

/** What a net premium is of. */
export const SHARE_UNIT = 'a share';

/** Beside a level in a list, whose rows may differ: "a share", "profit" or "loss" of the whole call, or the underlying whose level it is. */
export const levelUnit = ({ level_basis, underlying }: Pick<OptionCall, 'level_basis' | 'underlying'>, value: number): string =>
  level_basis === 'premium' ? SHARE_UNIT : level_basis === 'underlying' ? underlying : value < 0 ? 'loss' : 'profit';

/** Calendar days to the last day of a call, which may lie before its first expiry. */
export function daysLeft({ valid_till, expiry }: Pick<OptionCall, 'valid_till' | 'expiry'>, now: string): string {
  const days = daysTo(valid_till, new Date(now));
  return days < 0
    ? 'Expired'
    : days === 0
      ? valid_till < expiry
        ? 'Ends today'
        : 'Expires today'
      : days === 1
        ? '1 calendar day left'
        : `${days} calendar days left`;
}

/** What a call says on its last day, with the hour at which its contracts are traded last. */
export function lateText({ valid_till }: Pick<OptionCall, 'valid_till'>): string {
  const close = sessionOf(expiryOn(valid_till), true)?.optionsClose;
  return close ? `Ends today, ${istTime(close)}: too late for a new entry` : 'Ends today: too late for a new entry';
}

/** What is done, each by itself: "Buy 24,150 call + put", "Sell 2 × 24,500 call". A call and a put of one strike stand together. */
export function legsText(legs: readonly Pick<OptionLeg, 'side' | 'type' | 'strike' | 'lots'>[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const { side, type, strike, lots } of legs) {
    const what = `${sideText({ side })} ${lots > 1 ? `${formatNumber(lots)} × ` : ''}${type === 'FUT' ? 'future' : strikeName(strike)}`;
    kinds.set(what, [...(kinds.get(what) ?? []), ...(type === 'FUT' ? [] : [type === 'CE' ? 'call' : 'put'])]);
  }
  return [...kinds].map(([what, types]) => [what, types.join(' + ')].filter(Boolean).join(' '));
}

/** The call in one sentence for screen readers; what it makes stands beside it. */
export const spokenOption = ({ strategy, underlying, expert, expiry, status, not_judgeable }: OptionCall): string =>
  `${STRATEGY_LABEL[strategy]} on ${underlying} by ${expert.full_name}, expires ${formatDay(expiry)}: ${not_judgeable ? 'Not judgeable' : outcomeLabel(status)}`;

/** What a badge says of a call whose risk is not limited; null where it is. A put sold without cover has a largest loss still, as what is bought of a future has: at a price of zero. */
export const openRiskText = ({ defined_risk, max_loss }: Pick<OptionCall, 'defined_risk' | 'max_loss'>): string | null =>
  defined_risk ? null : max_loss === null ? 'Risk not limited' : 'Loses down to a price of zero';

/** Prices a follower got, in the order of the legs; null before the entry. */
function entriesOf(legs: readonly OptionLeg[]): number[] | null {
  const entries = legs.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  return entries.length < legs.length ? null : entries;
}

/** Net premium, ₹ a share, by the prices from which the result counts: those a follower got, before the entry the published ones. */
export function premiumNow({ legs, net_premium }: Pick<OptionCall, 'legs' | 'net_premium'>): number {
  const entries = entriesOf(legs);
  return entries ? premiumOf(legs, entries) : net_premium;
}

/** Where a call breaks even, as published, and when its first leg expires, each by itself. */
export function termsText({ legs, breakevens, expiry }: Pick<OptionCall, 'legs' | 'breakevens' | 'expiry'>): string[] {
  // Beside fills it is said that these are of the publication.
  const published = entriesOf(legs) ? ' as published' : '';
  return [
    ...(breakevens.length === 0 ? [] : [`Breakeven ${breakevens.map((level) => formatNumber(level, 2)).join(' and ')}${published}`]),
    `Expires ${formatDay(expiry)}`,
  ];
}

/** Where a combination without a name of its own pays, by what two expected moves bring: its name does not say it. '' for any other, and where no quote says how far it moves. */
export function paysText(
  { strategy, underlying }: Pick<OptionCall, 'strategy' | 'underlying'>,
  moves: Pick<NonNullable<Extremes['moves']>, 'up' | 'down'> | null,
): string {
  if (strategy !== 'CUSTOM' || !moves) return '';
  const { up, down } = moves;
  if (up <= 0 && down <= 0) return `pays if ${underlying} stays near`;
  if (up > 0 && down > 0) return `pays if ${underlying} moves far`;
  return up > down ? `pays if ${underlying} rises` : `pays if ${underlying} falls`;
}

/** What a lot can gain or lose at most: an extreme that only a price of zero brings says so. */
export function mostText({ value, atZero }: Extreme, underlying: string): string {
  if (value === null) return 'no limit';
  const most = formatInr(Math.abs(value));
  return atZero ? `${most} with ${underlying} at 0` : most;
}

/** A level of the underlying that is computed and not published: nobody trades at its decimals. */
export const levelOf = (level: number): string => formatNumber(Math.round(level));

/** Legs that nobody bids for now and that count as worth nothing: "24,650 CE". */
export const unsoldText = ({ legs, now }: Pick<OptionCall, 'legs' | 'now'>): string =>
  legs
    .filter((_, at) => now?.exits[at] === null)
    .map(contractText)
    .join(', ');
