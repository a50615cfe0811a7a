import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** px a pointer moves before a press becomes a drag. */
const SLACK = 5;

export interface Drag {
  readonly from: number;
  /** The place it would take now. */
  readonly to: number;
  /** px it has been moved down. */
  readonly by: number;
}

export interface Dragging {
  readonly drag: Drag | null;
  /** For `onPointerDown` of the handle of the row at this place. */
  readonly start: (at: number) => (event: PointerEvent) => void;
  /** Whether the last press was a drag: the click that follows it is none. */
  readonly wasDrag: () => boolean;
}

/**
 * Dragging rows of a list by their handles, with mouse, pen or finger. The rows stay where they are until the drop, so nothing jumps
 * under the finger; Esc lets go without a change.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void): Dragging {
  const [held, setHeld] = useState<{ from: number; y: number; pointer: number } | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const dragged = useRef(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!held) return;
    const middles = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + scrollY + height / 2);
    let last: Drag | null = null;
    const move = ({ pointerId, pageY }: globalThis.PointerEvent): void => {
      const by = pageY - held.y;
      if (pointerId !== held.pointer || (!last && Math.abs(by) < SLACK)) return;
      // As many rows as the pointer is past the middle of.
      last = { from: held.from, to: middles.filter((middle, at) => at !== held.from && middle < pageY).length, by };
      dragged.current = true;
      setDrag(last);
    };
    const letGo = (): void => {
      setHeld(null);
      setDrag(null);
    };
    const up = ({ pointerId }: globalThis.PointerEvent): void => {
      if (pointerId !== held.pointer) return;
      letGo();
      if (last) drop(last.from, last.to);
    };
    const key = ({ key: pressed }: KeyboardEvent): void => {
      if (pressed === 'Escape') letGo();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', letGo);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', letGo);
      removeEventListener('keydown', key);
    };
  }, [held, list]);
  return {
    drag,
    start: (at) => (event) => {
      dragged.current = false;
      if (event.button === 0) setHeld({ from: at, y: event.pageY, pointer: event.pointerId });
    },
    wasDrag: () => dragged.current,
  };
}
