import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Heads } from './call-rows.tsx';

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

const BY_RESULT = [['result', 'result before costs, the highest first', '↓']] as const;
const BY_END = [
  ['newest', 'end, the latest first', '↓'],
  ['oldest', 'end, the earliest first', '↑'],
] as const;
const BY_AGE = [
  ['newest', 'age, the newest first', '↑'],
  ['oldest', 'age, the oldest first', '↓'],
] as const;

/** Heads of the columns that the server can order by, as buttons; the rest stay words. */
export function sortHeads(order: Order, settled: boolean): Heads {
  const head = (label: string, sorts: SortHeadProps['sorts']): ReactNode => <SortHead label={label} order={order} sorts={sorts} />;
  return settled ? { result: order.byResult && head('Result, after costs', BY_RESULT), end: head('Ended', BY_END) } : { end: head('Age, from entry', BY_AGE) };
}
