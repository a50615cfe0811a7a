import { css } from '@emotion/react';
import { type ComponentPropsWithRef, useEffect, useState } from 'react';
import { type ButtonKind, buttonCss } from './button.css.ts';
import { Loader } from './loader.tsx';

const busyCss = css`
  & > span:first-of-type {
    opacity: 0;
  }
  cursor: progress;
  & > [data-loader] {
    position: absolute;
  }
`;
const labelCss = css`
  display: inline-flex;
  align-items: center;
  gap: var(--s-8);
`;

/** The request itself may wait for minutes. */
const LONG_MS = 8000;

/** Says beside a busy button that the wait goes on, once it is longer than people expect. */
function LongWait() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    // In the tree from the start, so that the words are announced.
    <span aria-live="polite" hidden={!long}>
      {long && 'Still waiting for an answer…'}
    </span>
  );
}

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  kind?: ButtonKind;
  /** Keeps size and focus, ignores presses, and is announced as busy; a long wait is said beside it. */
  busy?: boolean;
}

/** The label says what happens ("Publish call"). */
export function Button({ kind = 'quiet', busy = false, type = 'button', onClick, children, ...rest }: ButtonProps) {
  return (
    <>
      <button
        type={type}
        css={[buttonCss(kind), busy && busyCss]}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
        {...rest}
      >
        <span css={labelCss}>{children}</span>
        {busy && <Loader label="" color="currentColor" />}
      </button>
      {busy && <LongWait />}
    </>
  );
}
