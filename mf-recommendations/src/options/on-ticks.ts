import { useTopic } from '@vimarsh/shared/kit/topic.ts';
import { useRef } from 'react';

/** Quotes of contracts are no topic of the socket: they are read again while their underlyings tick, at most this often. */
const AT_MOST_EVERY_MS = 10_000;

/** Calls `again` when one of the underlyings has a new price, as long as the page is seen. */
export function useOnTicks(underlyings: readonly string[], again: () => void): void {
  const last = useRef(Date.now());
  const symbols = [...new Set(underlyings)].sort();
  useTopic(symbols.length === 0 ? null : { topic: 'prices', symbols }, () => {
    if (document.visibilityState !== 'visible' || Date.now() - last.current < AT_MOST_EVERY_MS) return;
    last.current = Date.now();
    again();
  });
}
