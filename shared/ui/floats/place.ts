import { type RefObject, useLayoutEffect } from 'react';

export type Side = 'top' | 'bottom';

/**
 * Places a floating box beside its anchor: on the preferred side, or on the other if there is no room, never off screen.
 * The box is `position: fixed` and in the browser's top layer where that exists, so nothing clips it, and in the DOM it
 * stays inside the dialog of its anchor. It follows scrolling and resizing while open.
 */
export function usePlaced(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  { side = 'bottom', gap = 6, matchWidth = false }: { side?: Side; gap?: number; matchWidth?: boolean } = {},
): void {
  useLayoutEffect(() => {
    const from = anchor.current;
    const floating = box.current;
    if (!open || !from || !floating) return;
    if (floating.showPopover) {
      floating.popover = 'manual';
      floating.showPopover();
    }
    const place = () => {
      const at = from.getBoundingClientRect();
      if (matchWidth) floating.style.minWidth = `${at.width}px`;
      const { offsetWidth: width, offsetHeight: height } = floating;
      const below = at.bottom + gap;
      const above = at.top - gap - height;
      const down = side === 'bottom' ? below + height <= innerHeight || above < 8 : above < 8 && below + height <= innerHeight;
      const left = matchWidth ? at.left : at.left + at.width / 2 - width / 2;
      floating.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
      floating.style.top = `${Math.max(8, down ? below : above)}px`;
    };
    place();
    const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(place);
    watch?.observe(floating);
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      watch?.disconnect();
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [open, anchor, box, side, gap, matchWidth]);
}
