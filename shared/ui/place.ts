import { type RefObject, useLayoutEffect } from 'react';

export type Side = 'top' | 'bottom';

/**
 * Puts a floating box beside its anchor: on the wanted side, on the other when there is no room, never off the screen.
 * The box is `position: fixed` and shown in the browser's top layer where that exists, so nothing clips it and it stays
 * inside the dialog that holds its anchor. Follows scrolling and resizing while open.
 */
export function usePlaced(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  { side = 'bottom', gap = 6, matchWidth = false }: { side?: Side; gap?: number; matchWidth?: boolean } = {},
): void {
  useLayoutEffect(() => {
    const from = anchor.current;
    const what = box.current;
    if (!open || !from || !what) return;
    if (what.showPopover) {
      what.popover = 'manual';
      what.showPopover();
    }
    const place = () => {
      const at = from.getBoundingClientRect();
      if (matchWidth) what.style.minWidth = `${at.width}px`;
      const { offsetWidth: width, offsetHeight: height } = what;
      const below = at.bottom + gap;
      const above = at.top - gap - height;
      const down = side === 'bottom' ? below + height <= innerHeight || above < 8 : above < 8 && below + height <= innerHeight;
      const left = matchWidth ? at.left : at.left + at.width / 2 - width / 2;
      what.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
      what.style.top = `${Math.max(8, down ? below : above)}px`;
    };
    place();
    const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(place);
    watch?.observe(what);
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      watch?.disconnect();
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [open, anchor, box, side, gap, matchWidth]);
}
