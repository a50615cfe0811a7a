import { css } from '@emotion/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { floatCss } from './float.css.ts';
import { usePlaced } from './place.ts';

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
  /** Plain text, because nothing in a tooltip can be pressed. */
  text: string;
  children: ReactNode;
  /** False if the child takes the focus itself (a button or link). */
  focusable?: boolean;
}

/** Text on hover, keyboard focus and tap. It stays while the pointer is over it and closes on Esc (WCAG 1.4.13). */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to hover and focus of its child.
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
