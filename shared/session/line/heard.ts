import type { News, Topic } from '../../contract/socket/topics.ts';
import type { Core } from '../core/core.ts';
import type { ServerEvents, TopicChannel, Wire } from './line.types.ts';

/** Topics whose news are small hints, and the event each comes by. */
interface Heard {
  calls: 'call:changed';
  notices: 'notice:new';
}

/** News as they come, and null after a gap, in which any may have been missed. The server tells the signed-in only, so a visitor who follows the topic needs no line. */
export function createHeard<K extends keyof Heard>(wire: Wire, core: Core, event: Heard[K]): TopicChannel<Extract<Topic, { topic: K }>> {
  const listeners = new Set<(news: News[K]) => void>();
  const tell = (news: News[K]): void => {
    for (const listener of listeners) listener(news);
  };
  wire.hear(event, tell as (payload: ServerEvents[Heard[K]]) => void);
  return {
    subscribe(_topic, listener) {
      // A function of its own: the same listener may be given twice.
      const own = (news: News[K]) => listener(news as never);
      listeners.add(own);
      wire.changed();
      return () => {
        if (listeners.delete(own)) wire.changed();
      };
    },
    needed: () => listeners.size > 0 && core.snapshot().signedIn,
    up: (afterGap) => afterGap && tell(null as News[K]),
  };
}
