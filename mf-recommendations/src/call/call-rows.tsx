import { css } from '@emotion/react';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react';
import { COLUMNS, SETTLED_COLUMNS, WIDE } from './row-layout.ts';

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

type Sort = 'newest' | 'oldest' | 'potential' | 'result';
export interface Order {
  readonly by: Sort;
  /** Whether the server orders settled calls by result; a site's policy on past performance may forbid it. */
  readonly byResult: boolean;
  readonly onOrder: (by: Sort) => void;
  /** Whether a head was pressed. It outlives the heads, which are drawn anew with the rows in another order. */
  readonly pressed: RefObject<boolean>;
}

interface SortHeadProps {
  label: string;
  order: Order;
  /** What it orders by, in words, and whether the column's values then rise or fall downwards; the second one when the first is in force already. */
  sorts: readonly (readonly [by: Sort, words: string, arrow: '↑' | '↓'])[];
}

/** The head of a column, with the order it is in; a press makes the next one. */
function SortHead({ label, order: { by, onOrder, pressed }, sorts }: SortHeadProps) {
  const at = sorts.findIndex(([sort]) => sort === by);
  const [next, words] = sorts[at + 1] ?? sorts[0]!;
  const head = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (at < 0 || !pressed.current) return;
    pressed.current = false;
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  }, [at, pressed]);
  const press = () => {
    pressed.current = true;
    onOrder(next);
  };
  return (
    <button ref={head} type="button" data-on={at >= 0 ? '' : undefined} onClick={press}>
      {label} <span aria-hidden="true">{sorts[at]?.[2]}</span>
      <Hidden>
        {sorts[at] && `, now by ${sorts[at][1]}`}: order by {words}
      </Hidden>
    </button>
  );
}

const BY_RESULT = [['result', 'result, the highest first', '↓']] as const;
const BY_END = [
  ['newest', 'end, the latest first', '↓'],
  ['oldest', 'end, the earliest first', '↑'],
] as const;
const BY_AGE = [
  ['newest', 'age, the newest first', '↑'],
  ['oldest', 'age, the oldest first', '↓'],
] as const;

export interface CallRowsProps {
  label: string;
  /** Column headings for settled calls. */
  settled: boolean;
  /** The order of the rows, and what changes it: heads of columns that the server can order by are buttons then. */
  order?: Order | undefined;
  /** Width of the last column in one-line rows, where settled rows show their outcome. */
  action?: string;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
}

/** The box around call rows, with column headings where a row is one line. */
export function CallRows({ label, settled, order, action = '44px', ref, children }: CallRowsProps) {
  const head = (words: string, sorts: SortHeadProps['sorts']) =>
    order ? <SortHead label={words} order={order} sorts={sorts} /> : <span aria-hidden="true">{words}</span>;
  return (
    <div
      css={rowsBoxCss}
      data-settled={settled ? '' : undefined}
      style={
        (settled
          ? { '--result-width': '88px', '--age-width': '80px', '--action-width': '136px' }
          : { '--result-width': '112px', '--age-width': '96px', '--action-width': action }) as object
      }
    >
      <div css={headCss}>
        <span aria-hidden="true">Expert</span>
        <span aria-hidden="true">{settled ? 'Stock, exit price' : 'Stock, price, day'}</span>
        <span aria-hidden="true">Call, term</span>
        <span aria-hidden="true">Stop-loss to target</span>
        <span data-end="">{settled && order?.byResult ? head('Result', BY_RESULT) : <span aria-hidden="true">{settled ? 'Result' : 'Left now'}</span>}</span>
        <span data-end="">{settled ? head('Ended', BY_END) : head('Age', BY_AGE)}</span>
      </div>
      <ul ref={ref} aria-label={label}>
        {children}
      </ul>
    </div>
  );
}
