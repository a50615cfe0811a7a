import type { ToastNotice } from '../session.types.ts';

export interface Notices {
  notify(notice: ToastNotice): void;
  listen(listener: (notice: ToastNotice) => void): () => void;
  /** What nobody has heard; whoever takes it has to see to it. */
  takeUnheard(): readonly ToastNotice[];
}

/** Notices before anyone listens (the frame is still loading) are kept for the first listener, be it the next page's. */
export function createNotices(): Notices {
  const listeners = new Set<(notice: ToastNotice) => void>();
  let waiting: ToastNotice[] = [];
  const takeUnheard = () => {
    const kept = waiting;
    waiting = [];
    return kept;
  };
  return {
    notify(notice) {
      if (listeners.size === 0) waiting.push(notice);
      for (const listener of listeners) listener(notice);
    },
    listen(listener) {
      listeners.add(listener);
      for (const notice of takeUnheard()) listener(notice);
      return () => void listeners.delete(listener);
    },
    takeUnheard,
  };
}
