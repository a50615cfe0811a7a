import { css } from '@emotion/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { part } from '../../kit/part.tsx';
import type { Explained } from './computed.types.ts';

const figureCss = css`
  padding: 0;
  border: 0;
  background: none;
  font: inherit;
  font-variant-numeric: tabular-nums;
  color: inherit;
  text-decoration: underline dotted var(--ink-3);
  text-underline-offset: 3px;
  cursor: help;
  position: relative;
  /* Thumb reach without moving the line it stands in. */
  &::after {
    content: '';
    position: absolute;
    inset: -14px -4px;
  }
`;

/** Below the figure, in lines as narrow as its column. */
const failedCss = css`
  display: block;
  font-size: var(--t-12);
  font-weight: 400;
  white-space: normal;
`;

export interface ComputedProps extends Explained {
  /** The figure itself. */
  children: ReactNode;
}

// A list stands before anybody asks how a figure of it came about.
const Box = part({
  what: 'How this is computed',
  load: () => import('./computed-box.tsx').then((file) => file.ComputedBox),
  failure: (_props, retry, late) => (
    <span role={late ? 'status' : 'alert'} css={failedCss}>
      {late ? 'This takes longer than it should.' : 'The explanation could not be loaded.'}{' '}
      <button type="button" onClick={retry}>
        Try again
      </button>
    </span>
  ),
});

/** A derived figure with a dotted underline. Pressing it explains how it is computed. */
export function Computed({ children, ...explained }: ComputedProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={anchor}
        type="button"
        css={figureCss}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(!open);
        }}
      >
        {children}
      </button>
      {open && <Box id={id} anchor={anchor} onClose={() => setOpen(false)} {...explained} />}
    </>
  );
}
