import { css } from '@emotion/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { usePlaced } from './place.ts';
import { floatCss } from './popover.tsx';

const wrapCss = css`
  display: inline-flex;
  border-radius: var(--r-6);
`;
const tipCss = css`
  padding: var(--s-8) var(--s-12);
  max-width: 280px;
  font-size: var(--t-12);
`;

export interface TooltipProps {
  /** Plain words; nothing in a tooltip can be pressed. */
  text: string;
  children: ReactNode;
  /** False when the child takes focus itself (a button or link). */
  focusable?: boolean;
}

/** Words on hover, on keyboard focus and on a tap; stays while the pointer is over it and goes on Esc (WCAG 1.4.13). */
export function Tooltip({ text, children, focusable = true }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const id = useId();
  usePlaced(open, anchor, box, { side: 'top' });

  useEffect(() => {
    if (!open) return;
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', onEscape);
    return () => removeEventListener('keydown', onEscape);
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to hover and focus of what it wraps.
    <span
      ref={anchor}
      css={wrapCss}
      {...(focusable ? { tabIndex: 0, role: 'img', 'aria-label': text } : { 'aria-describedby': open ? id : undefined })}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
    >
      {children}
      {open && (
        <span ref={box} id={id} role="tooltip" css={[floatCss, tipCss]}>
          {text}
        </span>
      )}
    </span>
  );
}
