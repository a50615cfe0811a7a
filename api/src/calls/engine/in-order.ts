import type { EngineEvent, NewEvent } from '../../ledger/index.ts';

/** Events in the order in which they could be known; the same however time was sliced. */
export const inOrder = (events: readonly EngineEvent[]): NewEvent[] =>
  events
    .toSorted((a, b) => a.knownAt - b.knownAt || (a.event.call_id < b.event.call_id ? -1 : a.event.call_id > b.event.call_id ? 1 : 0))
    .map(({ event }) => event);
