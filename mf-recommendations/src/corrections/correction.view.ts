import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { CallDetail, CallEvent } from '@vimarsh/shared/contract/calls/types.ts';
import type { Correction, Decision } from '@vimarsh/shared/contract/corrections/types.ts';
import { CORRECTABLE_ENDS, type End } from '@vimarsh/shared/domain/calls/correction.ts';
import { isUntraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import { isOpenCall, outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { numbers } from '../call/drawer/correction-text.ts';
import { lateActionText, notJudgeableText } from '../call/drawer/not-judgeable.ts';
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

const LABELS: Readonly<Record<Decision, string>> = {
  go_on: 'Resume it',
  entry: 'Another entry price',
  end: 'Another end',
  void: 'Take it out: it counts for nothing',
  stands: 'The end stands',
};

/** An event of a call with what can be decided of it. */
export interface CorrectableEvent {
  readonly n: number;
  readonly name: string;
  readonly detail: string;
  readonly choices: readonly Option<Decision>[];
}

export const correctablesOf = (call: CallDetail): CorrectableEvent[] =>
  correctable(call).map((event) => ({
    n: event.n,
    name: eventName(event),
    detail: timelineItem(event).detail,
    choices: decisionsFor(event, { entered: call.entry_fill !== null, open: isOpenCall(call.status), questioned: Boolean(call.late_action) }),
  }));

/** The doubt that an option call waits for now, or the end that an action puts in question, and nothing else. */
export function settlableOf({ events, not_judgeable, late_action }: Pick<OptionDetail, 'events' | 'not_judgeable' | 'late_action'>): CorrectableEvent[] {
  const end = late_action ? events.findLast(({ type }) => CORRECTABLE_ENDS.includes(type as End)) : undefined;
  if (end && late_action) {
    const name = `${end.n}. ${outcomeLabel(end.type as End)}`;
    return [{ n: end.n, name, detail: lateActionText(late_action), choices: [{ value: 'stands', label: LABELS.stands }] }];
  }
  const waits = not_judgeable ? events.findLast(({ type }) => type === 'not_judgeable') : undefined;
  if (!waits || !not_judgeable) return [];
  const choices = (['go_on', 'void'] as const).map((value) => ({ value, label: value === 'go_on' ? resumed(waits) : LABELS[value] }));
  return [{ n: waits.n, name: `${waits.n}. Not judgeable`, detail: notJudgeableText(not_judgeable), choices }];
}

/** What can be decided of an event. */
export function decisionsFor(
  event: CallEvent,
  { entered, open, questioned = false }: { entered: boolean; open: boolean; questioned?: boolean },
): Option<Decision>[] {
  const waits: Decision[] = [...(open ? (['go_on'] as const) : []), ...(entered ? (['end'] as const) : []), 'void'];
  const ended: Decision[] = ['end', 'void', ...(questioned ? (['stands'] as const) : [])];
  const own = event.type === 'not_judgeable' ? waits : event.type === 'entry_fill' ? (['entry', 'void'] as const) : ended;
  return own.map((value) => ({ value, label: value === 'go_on' ? resumed(event) : LABELS[value] }));
}

/** A day that is missing, or on which the stock did not trade, has no prices that could be right. */
const resumed = ({ payload }: Pick<CallEvent, 'payload'>): string =>
  payload.cause === 'missing_day' || payload.cause === 'other_isin'
    ? 'Resume it without that day’s prices'
    : isUntraded(payload.cause as NotJudgeable['cause'])
      ? 'Resume it: the stock did not trade'
      : 'Resume it: the prices are right';

export const OUTCOMES: readonly Option<End>[] = CORRECTABLE_ENDS.map((value) => ({ value, label: outcomeLabel(value) }));

/** What a correction does, in one line: both numbers, or the decision where there are none. */
export const effectOf = ({ decision, before, after }: Pick<Correction, 'decision' | 'before' | 'after'>): string => numbers(before, after) || LABELS[decision];

/** The id in a call's address, or the id itself; '' for anything else. */
export function idIn(typed: string): string {
  const id = /[?&]reco=([^&#]+)/.exec(typed)?.[1] ?? typed.trim();
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : '';
}
