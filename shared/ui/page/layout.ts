import { useCallback, useSyncExternalStore } from 'react';
import { CHAT_PX, DESKTOP_PX, EXPERT_VIEW_PX } from '../../domain/constants.ts';

/** Widths at which a layout changes, px. The width itself belongs to the wider layout. */
export const BREAKPOINTS = { chat: CHAT_PX, expertView: EXPERT_VIEW_PX, desktop: DESKTOP_PX } as const;
export type Breakpoint = keyof typeof BREAKPOINTS;

/** Media queries for emotion: ``css`${media.desktop} { … }` ``. `phone` ends where `chat` begins. */
export const media = {
  phone: '@media (max-width: 879.98px)',
  chat: '@media (min-width: 880px)',
  expertView: '@media (min-width: 1100px)',
  desktop: '@media (min-width: 1284px)',
  still: '@media (prefers-reduced-motion: reduce)',
  print: '@media print',
} as const;

/** Whether the window is at least as wide as the breakpoint; follows resizing. Prefer `media` where CSS can do it. */
export function useWideAs(breakpoint: Breakpoint): boolean {
  const query = `(min-width: ${BREAKPOINTS[breakpoint]}px)`;
  // The same function at each drawing, or React would listen anew.
  const listen = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}
