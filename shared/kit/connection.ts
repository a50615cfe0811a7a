import { ANSWERS } from '@vimarsh/shared/session/reach.ts';
import { useEffectEvent, useLayoutEffect } from 'react';

/** From a failure to its tries without anybody's asking, ms. */
const AGAIN_MS = [15_000, 45_000];

/** Calls when what was not reached may be there again: the network is back, or the server answers again. Answers how to stop. */
export function whenBack(back: () => void): () => void {
  const events = ['online', ANSWERS];
  for (const event of events) addEventListener(event, back);
  return () => {
    for (const event of events) removeEventListener(event, back);
  };
}

/** Whether the same request may succeed later: no answer came, or the server was busy. */
export const mayPass = (code: string | undefined): boolean => code === 'UNREACHABLE' || code === 'RETRY';

/** While something stands failed: asks for it again after 15 and 45 s if the page is visible then, and when it may be there again. */
export function useAgain(failed: boolean, again: () => void): void {
  const ask = useEffectEvent(again);
  // With the words that say so, or a connection that returns in between is missed.
  useLayoutEffect(() => {
    if (!failed) return;
    const back = () => ask();
    const timers = AGAIN_MS.map((ms) => setTimeout(() => document.visibilityState !== 'hidden' && ask(), ms));
    const stop = whenBack(back);
    return () => {
      timers.forEach(clearTimeout);
      stop();
    };
  }, [failed]);
}
