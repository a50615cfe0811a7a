import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { CallDetail, CallEvent } from '@vimarsh/shared/contract/calls/types.ts';
import type { Correction } from '@vimarsh/shared/contract/corrections/types.ts';
import { CORRECTABLE_ENDS, type CorrectionDecision, type End } from '@vimarsh/shared/domain/calls/equity/correction.ts';
import { isUntraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import { outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { numbers } from '../equity/drawer/correction-text.ts';
import { timelineItem } from '../equity/drawer/timeline.view.ts';

export interface Option<V extends string> {
  readonly value: V;
  readonly label: string;
}

/** Events that can be corrected, the latest first: of what a call waits for only the last, while it waits. */
export function correctable({ events, not_judgeable }: Pick<CallDetail, 'events' | 'not_judgeable'>): CallEvent[] {
  const waits = not_judgeable ? events.findLast(({ type }) => type === 'not_judgeable') : undefined;
  return events.filter((event) => event === waits || event.type === 'entry_fill' || CORRECTABLE_ENDS.includes(event.type as End)).toReversed();
}

export const eventName = (event: CallEvent): string => `${event.n}. ${timelineItem(event).title}`;

const LABELS: Readonly<Record<CorrectionDecision, string>> = {
  go_on: 'Resume it',
  entry: 'Another entry price',
  end: 'Another end',
  void: 'Take it out: it counts for nothing',
};

/** What can be decided of an event. */
export function decisionsFor(event: CallEvent, { entered, open }: { entered: boolean; open: boolean }): Option<CorrectionDecision>[] {
  const own: CorrectionDecision[] =
    event.type === 'not_judgeable'
      ? [...(open ? (['go_on'] as const) : []), ...(entered ? (['end'] as const) : []), 'void']
      : [event.type === 'entry_fill' ? 'entry' : 'end', 'void'];
  return own.map((value) => ({ value, label: value === 'go_on' ? resumed(event) : LABELS[value] }));
}

/** A day that is missing, or on which the stock did not trade, has no prices that could be right. */
const resumed = ({ payload }: CallEvent): string =>
  isUntraded(payload.cause as NotJudgeable['cause'])
    ? 'Resume it: the stock did not trade'
    : payload.cause === 'missing_day'
      ? 'Resume it without that day’s prices'
      : 'Resume it: the prices are right';

export const OUTCOMES: readonly Option<End>[] = CORRECTABLE_ENDS.map((value) => ({ value, label: outcomeLabel(value) }));

/** What a correction does, in one line: both numbers, or the decision where there are none. */
export const effectOf = ({ decision, before, after }: Pick<Correction, 'decision' | 'before' | 'after'>): string => numbers(before, after) || LABELS[decision];

/** The id in a call's address, or the id itself; '' for anything else. */
export function idIn(typed: string): string {
  const id = /[?&]reco=([^&#]+)/.exec(typed)?.[1] ?? typed.trim();
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : '';
}
