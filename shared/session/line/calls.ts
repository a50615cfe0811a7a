import type { News } from '../../contract/socket/topics.ts';
import type { Core } from '../core/core.ts';
import type { Channel, Wire } from './line.types.ts';

/** Calls that changed. The server tells the signed-in only, so a visitor who follows them needs no line. */
export function createCalls(wire: Wire, core: Core): Channel<{ topic: 'calls' }> {
  const listeners = new Set<(news: News['calls']) => void>();
  const tell = (news: News['calls']): void => {
    for (const listener of listeners) listener(news);
  };
  wire.hear('call:changed', tell);
  return {
    subscribe(_topic, listener) {
      // A function of its own: the same listener may be given twice.
      const own = (news: News['calls']) => listener(news);
      listeners.add(own);
      wire.changed();
      return () => {
        if (listeners.delete(own)) wire.changed();
      };
    },
    needed: () => listeners.size > 0 && core.snapshot().signedIn,
    up: (afterGap) => afterGap && tell(null),
  };
}
