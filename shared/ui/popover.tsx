import { css, type SerializedStyles } from '@emotion/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type Side, usePlaced } from './place.ts';

export const floatCss = css`
  position: fixed;
  inset: auto;
  margin: 0;
  z-index: 60;
  max-width: min(360px, calc(100vw - 16px));
  max-height: min(480px, calc(100dvh - 16px));
  overflow: auto;
  padding: var(--s-16);
  border: 0;
  border-radius: var(--r-10);
  background: var(--raised);
  color: var(--ink);
  box-shadow: var(--float);
  font-size: var(--t-13);
  text-align: left;
  white-space: normal;
`;

export interface PopoverProps {
  /** Accessible name of the box. */
  label: string;
  /** The content of the trigger button. */
  trigger: ReactNode;
  triggerCss?: SerializedStyles;
  /** Accessible name of the trigger, where its content is not enough. */
  triggerLabel?: string;
  side?: Side;
  children: ReactNode;
}

/** A box beside its button. It opens on press and takes the focus; Esc, a press outside or moving the focus away closes it. */
export function Popover({ label, trigger, triggerCss, triggerLabel, side = 'bottom', children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  usePlaced(open, anchor, box, { side });

  useEffect(() => {
    if (!open) return;
    box.current?.focus({ preventScroll: true });
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) setOpen(false);
    };
    // Captured at the window, so that a surrounding dialog does not close too.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
      anchor.current?.focus();
    };
    addEventListener('pointerdown', outside, true);
    addEventListener('focusin', outside);
    addEventListener('keydown', onEscape, true);
    return () => {
      removeEventListener('pointerdown', outside, true);
      removeEventListener('focusin', outside);
      removeEventListener('keydown', onEscape, true);
    };
  }, [open]);

  return (
    <>
      <button
        ref={anchor}
        type="button"
        css={triggerCss}
        aria-label={triggerLabel}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(!open);
        }}
      >
        {trigger}
      </button>
      {open && (
        <div ref={box} id={id} role="dialog" aria-label={label} tabIndex={-1} css={floatCss}>
          {children}
        </div>
      )}
    </>
  );
}
