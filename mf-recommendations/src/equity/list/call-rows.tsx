import { css } from '@emotion/react';
import type { ReactNode, Ref } from 'react';
import { rowsBoxCss, WIDE } from '../../call/list/rows-box.ts';
import { COLUMNS, liveColumns, SETTLED_COLUMNS } from './row-layout.ts';

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
    [data-settled] & {
      grid-template-columns: ${SETTLED_COLUMNS};
    }
    & > [data-end] {
      text-align: right;
    }
    & button {
      position: relative;
      padding: 0;
      border: 0;
      background: none;
      font: inherit;
      color: inherit;
      cursor: pointer;
    }
    /* Pressed where the head is, not where its letters are. */
    & button::after {
      content: '';
      position: absolute;
      inset: calc(-1 * var(--s-8)) calc(-1 * var(--s-4));
    }
    & button:hover,
    & button[data-on] {
      color: var(--ink);
    }
  }
`;

/** Said once, where no head says it. */
const basisCss = css`
  padding: var(--s-8) var(--s-4) 0;
  font-size: var(--t-12);
  color: var(--ink-2);
  ${WIDE.one} {
    display: none;
  }
`;

export interface Heads {
  readonly result?: ReactNode;
  readonly end: ReactNode;
}

export interface CallRowsProps {
  label: string;
  /** Column headings for settled calls. */
  settled: boolean;
  /** In the place of heads that are words: what orders the rows. */
  heads?: Heads | undefined;
  /** Width of the last column in one-line rows, where settled rows show their outcome. */
  action?: string;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
}

/** The box around call rows, with column headings where a row is one line. */
export function CallRows({ label, settled, heads, action = '44px', ref, children }: CallRowsProps) {
  return (
    <div
      css={rowsBoxCss}
      data-settled={settled ? '' : undefined}
      style={settled ? ({ '--result-width': '88px', '--age-width': '80px', '--action-width': '136px' } as object) : liveColumns(action)}
    >
      <div css={headCss}>
        <span aria-hidden="true">Expert</span>
        <span aria-hidden="true">{settled ? 'Stock, exit price' : 'Stock, price, day'}</span>
        <span aria-hidden="true">Call, term</span>
        <span aria-hidden="true">Stop-loss to target</span>
        <span data-end="">{heads?.result || <span aria-hidden="true">{settled ? 'Result, after costs' : 'Made, after costs'}</span>}</span>
        <span data-end="">{heads?.end ?? <span aria-hidden="true">{settled ? 'Ended' : 'Age, from entry'}</span>}</span>
      </div>
      {settled && <p css={basisCss}>Results are after costs.</p>}
      <ul ref={ref} aria-label={label}>
        {children}
      </ul>
    </div>
  );
}
