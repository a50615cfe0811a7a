import { useEffect, useRef } from 'react';
import { useTopic } from './topic.ts';

/** Several changes cause one reload, and open screens spread their reloads over this time, ms. */
const SOON_MS = 200;
const SPREAD_MS = 800;

/** Runs `again` within a second of a change to call `id`, or to any call the user may see. Hidden pages reload once visible. */
export function useCallChanges(again: () => void, id?: string): void {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic({ topic: 'calls' }, (changed) => {
    if (id !== undefined && changed !== null && changed.id !== id) return;
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        if (document.visibilityState === 'visible') latest.current();
      },
      SOON_MS + Math.random() * SPREAD_MS,
    );
  });
}
