import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import type { CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import type { Candle } from '@vimarsh/shared/contract/market/types.ts';
import { shareDay } from '@vimarsh/shared/domain/calls/equity/share-day.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { outcome, shownResult } from '@vimarsh/shared/ui/calls/call.view.ts';
import { chartLevels } from '@vimarsh/shared/ui/calls/call-levels.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { isOpenCall, outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import type { ChartLevel, ChartMarker } from '@vimarsh/shared/ui/charts/chart.types.ts';

type ShareChanges = NonNullable<CandlesInsight['share_changes']>;

/**
 * Whether a call's levels are in the unit of the candles, which are in the prices of today: one that ended before a corporate action
 * keeps the prices it had, and its lines would stand where nobody drew them. `changes`: ex-dates of those; `today`: the candles' last.
 */
export const fits = (call: Parameters<typeof shareDay>[0], changes: ShareChanges, today: string): boolean =>
  !changes.some(({ day }) => day > shareDay(call, today));

/** Calls whose way can be followed on these candles: open ones, and those that ended after the first candle. */
export const drawable = (calls: readonly Call[], candles: readonly Candle[]): readonly Call[] =>
  calls.filter(({ ended_at }) => ended_at === null || ended_at >= (candles[0]?.t ?? ''));

/** The boxes beside the chart are read without the line above it: they say themselves that a call has ended. */
const PAST: Readonly<Record<string, string>> = {
  target: 'Past target',
  target2: 'Past target',
  target3: 'Past target',
  entry_low: 'Past entry',
  entry_high: 'Past entry',
  stop_loss: 'Past stop',
};

/** Levels of a call as published; of one that ended also where it was left. */
export function levelsOf(call: Call): ChartLevel[] {
  if (isOpenCall(call.status)) return chartLevels(call);
  const { exit } = call;
  const word = shownResult(call)?.word;
  const tone = word === 'Gain' ? 'gain' : word === 'Loss' ? 'loss' : 'neutral';
  const published = chartLevels({ ...call, stop_loss: call.initial_stop_loss }).map((level) => ({ ...level, label: PAST[level.key] ?? level.label }));
  return exit ? [...published, { key: 'exit', label: 'Exit', value: exit.price, tone }] : published;
}

/** Publications and ends of all calls as marks; those of the chosen one have their names above the plot. */
export function callMarks(calls: readonly Call[], chosen: string): ChartMarker[] {
  return calls.flatMap((call) => {
    const own = call.id === chosen;
    const name = `${call.call_type} call by ${call.expert.full_name}`;
    const published: ChartMarker = { t: call.published_at, label: `${name} published`, short: own ? 'Published' : undefined, tone: own ? 'accent' : 'neutral' };
    if (call.ended_at === null) return [published];
    return [
      published,
      { t: call.ended_at, label: `${name} ended: ${outcome(call).label}`, short: own ? 'Ended' : undefined, tone: own ? 'accent' : 'neutral' },
    ];
  });
}

/** What became of a call that ended: "Ended 12 Nov 2026, not triggered". */
export const endedName = ({ status, ended_at }: Pick<Call, 'status'> & { ended_at: string }): string =>
  `Ended ${formatDay(ended_at)}${status === 'lapsed' ? ', not triggered' : status === 'unjudged' ? ', not judgeable' : ''}`;

/** Side, term and expert: what a phone's list may cut is said whole below it. */
export const plainName = ({ call_type, term, expert }: Pick<Call, 'call_type' | 'term' | 'expert'>): string =>
  `${call_type} · ${TERM_LABEL[term].name} · ${expert.full_name}`;

/** A call among others to choose from. That it ended comes first: a phone cuts the rest of the line. */
export const callName = ({ call_type, term, expert, status, ended_at }: Call): string => {
  const name = plainName({ call_type, term, expert });
  return ended_at === null ? `${name} · ${outcomeLabel(status).toLowerCase()}` : `${endedName({ status, ended_at })} · ${name}`;
};

/** The call drawn until another is chosen: an open one. What ended is drawn only for who asks for it, or it reads as a call of today. */
export const firstDrawn = (calls: readonly Call[]): Call | undefined => calls.find(({ status }) => isOpenCall(status));
