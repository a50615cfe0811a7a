import { css } from '@emotion/react';
import type { ComponentPropsWithRef } from 'react';
import { Loader } from '../page/loader.tsx';
import { LongWait } from '../page/long-wait.tsx';
import { type ButtonKind, buttonCss } from './button.css.ts';

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

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  kind?: ButtonKind;
  /** Keeps size and focus, ignores presses, and is announced as busy; a long wait is said beside it. */
  busy?: boolean;
  /** What is said of a long wait, where more stands than that it goes on. */
  wait?: string;
}

/** The label says what happens ("Publish call"). */
export function Button({ kind = 'quiet', busy = false, wait, type = 'button', onClick, children, ...rest }: ButtonProps) {
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
      {busy && <LongWait text={wait} />}
    </>
  );
}
