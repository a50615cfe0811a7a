import { css } from '@emotion/react';
import type { ReactNode, Ref } from 'react';
import { COLUMNS, LEVEL_COLUMNS, WIDE } from './row-layout.ts';

export const rowsBoxCss = css`
  container: calls / inline-size;
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  padding: 0 var(--s-12);
  & li:last-of-type {
    border-bottom: 0;
  }
`;
const headCss = css`
  display: none;
  ${WIDE.one} {
    display: grid;
    grid-template-columns: ${COLUMNS};
    gap: var(--s-8);
    padding: var(--s-8) var(--s-4);
    border-bottom: 1px solid var(--line);
    font-size: var(--t-12);
    font-weight: 500;
    color: var(--ink-3);
    & > [data-end] {
      text-align: right;
    }
    & > [data-three] {
      display: grid;
      grid-template-columns: ${LEVEL_COLUMNS};
      gap: 6px;
      text-align: right;
    }
  }
`;

export interface CallRowsProps {
  label: string;
  /** Column headings for settled calls. */
  settled: boolean;
  /** Width of the last column in one-line rows, where settled rows show their outcome. */
  action?: string;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
}

/** The box around call rows, with column headings where a row is one line. */
export function CallRows({ label, settled, action = '44px', ref, children }: CallRowsProps) {
  return (
    <div
      css={rowsBoxCss}
      style={
        (settled
          ? { '--result-width': '88px', '--age-width': '80px', '--action-width': '136px' }
          : { '--result-width': '112px', '--age-width': '108px', '--action-width': action }) as object
      }
    >
      <div css={headCss} aria-hidden="true">
        <span>Expert</span>
        <span>{settled ? 'Stock, exit price' : 'Stock, price now'}</span>
        <span>Call, term</span>
        <span data-three="">
          <span>Stop-loss</span>
          <span>Entry</span>
          <span>Target</span>
        </span>
        <span>Stop to target</span>
        <span data-end="">{settled ? 'Result' : 'Left now'}</span>
        <span data-end="">{settled ? 'Ended' : 'Age'}</span>
        <span data-end="">{settled ? 'Outcome' : ''}</span>
      </div>
      <ul ref={ref} aria-label={label}>
        {children}
      </ul>
    </div>
  );
}
