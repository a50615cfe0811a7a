import type { Notice } from './session.types.ts';

export interface Notices {
  notify(notice: Notice): void;
  listen(listener: (notice: Notice) => void): () => void;
}

/** Notices before anyone listens (the frame is still loading) are kept for the first listener. */
export function createNotices(): Notices {
  const listeners = new Set<(notice: Notice) => void>();
  let waiting: Notice[] = [];
  return {
    notify(notice) {
      if (listeners.size === 0) waiting.push(notice);
      for (const listener of listeners) listener(notice);
    },
    listen(listener) {
      listeners.add(listener);
      const kept = waiting;
      waiting = [];
      for (const notice of kept) listener(notice);
      return () => void listeners.delete(listener);
    },
  };
}
