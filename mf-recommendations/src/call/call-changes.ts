import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useRef } from 'react';

/** Several changes at once are one reason to read again, and not every open screen reads in the same moment, ms. */
const SOON_MS = 200;
const SPREAD_MS = 800;

/** Runs `again` within a second of a change of call `id`, or of any call the user may see. Hidden pages read again when they are seen. */
export function useCallChanges(again: () => void, id?: string): void {
  const { onCall } = useSessionApi();
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onCall((changed) => {
      if (id !== undefined && changed !== null && changed !== id) return;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          if (document.visibilityState === 'visible') latest.current();
        },
        SOON_MS + Math.random() * SPREAD_MS,
      );
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onCall, id]);
}
