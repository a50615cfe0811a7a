import type { EngineEvent, NewEvent } from '../../ledger/index.ts';

/** Events in the order in which they could be known; the same however time was sliced. */
export const inOrder = (events: readonly EngineEvent[]): NewEvent[] =>
  events
    .toSorted((a, b) => a.knownAt - b.knownAt || (a.event.call_id < b.event.call_id ? -1 : a.event.call_id > b.event.call_id ? 1 : 0))
    .map(({ event }) => event);

/**
 * An event that prices caused before the latest root but that is known only now, because a file came late: the record dates it
 * by when it was known, and `at` says when the prices did it.
 */
export function inTime(event: NewEvent, lastRoot: Date | null, now: Date): NewEvent {
  if (!lastRoot || now <= lastRoot || new Date(event.ts) > lastRoot) return event;
  return { ...event, ts: now.toISOString(), payload: { ...event.payload, at: event.ts } };
}
