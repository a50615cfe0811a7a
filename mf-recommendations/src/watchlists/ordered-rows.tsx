import { css, type SerializedStyles } from '@emotion/react';
import type { WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import { moved } from '@vimarsh/shared/domain/watchlists/rules.ts';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Grip from 'lucide-react/icons/grip-vertical';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { NARROW_WATCHLIST, WatchlistHeads, WIDE_WATCHLIST } from './row-cells.tsx';
import { type Drag, useDrag } from './use-drag.ts';

const boxCss = css`
  container: watchlist / inline-size;
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  padding: 0 var(--s-4);
  & > ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
`;
/** On a phone the handle, the name and the price in 56 px; a press on the row unfolds its buttons and figures. Wide, one line. */
const rowCss = css`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto auto;
  align-items: center;
  gap: 0 var(--s-4);
  padding-block: 5px;
  border-bottom: 1px solid var(--line);
  & > span {
    grid-area: 1 / 1 / 3 / 2;
  }
  & > button:not([data-fold]) {
    grid-area: 4 / 3;
    justify-self: end;
  }
  & > button:not([data-fold]):last-of-type {
    grid-column: 4;
  }
  ${NARROW_WATCHLIST} {
    &[data-folded] > button:not([data-fold]) {
      display: none;
    }
  }
  ${WIDE_WATCHLIST} {
    padding-block: 0;
    & > span {
      grid-area: 1 / 1;
    }
    & > button:not([data-fold]),
    & > button:not([data-fold]):last-of-type {
      grid-area: 1 / auto;
    }
  }
  &:last-of-type {
    border-bottom: 0;
  }
  &[data-dragged] {
    z-index: 2;
    background: var(--raised);
    border-radius: var(--r-6);
    box-shadow: var(--float);
  }
  /* Where it would be dropped. */
  &[data-drop]::before {
    content: '';
    position: absolute;
    inset-inline: 0;
    height: 2px;
    background: var(--accent);
  }
  &[data-drop='above']::before {
    top: -1px;
  }
  &[data-drop='below']::before {
    bottom: -1px;
  }
`;
const handleCss = css`
  & > button {
    width: 32px;
    cursor: grab;
    /* The finger moves the row, not the page. */
    touch-action: none;
  }
`;
/** The whole row on a phone; what has a place of its own stands above it. */
const foldCss = css`
  position: absolute;
  inset: 0;
  border: 0;
  background: none;
  cursor: pointer;
  li > & ~ * {
    z-index: 1;
  }
  li > & ~ * a {
    position: relative;
    z-index: 1;
  }
  ${WIDE_WATCHLIST} {
    display: none;
  }
`;
const stepsCss = css`
  grid-area: 6 / 1 / 7 / -1;
  display: flex;
  align-items: center;
  gap: var(--s-4);
  padding: 0 0 var(--s-4) var(--s-4);
  font-size: var(--t-12);
  color: var(--ink-2);
`;

export interface OrderedRowsProps {
  /** Accessible name of the list. */
  label: string;
  items: readonly WatchItem[];
  /** What a row is called in words: the symbol, or the contract. */
  nameOf: (item: WatchItem) => string;
  /** The figures of a row, and the button of its alerts. */
  children: (item: WatchItem) => ReactNode;
  /** Of a row that is one line: `--columns`, the widths of its columns, and their heads. */
  columns: SerializedStyles;
  heads: readonly string[];
  /** Absent: the list can only be read. */
  onOrder?: ((items: readonly WatchItem[]) => void) | undefined;
  onRemove: (item: WatchItem) => void;
}

/**
 * Rows in the person's own order. The handle drags with mouse or finger; with the keyboard its arrows, Home and End move the row; a
 * press opens two buttons that do the same. The new place is announced each time, and the focus stays with the row.
 */
export function OrderedRows({ label, items, nameOf, children, columns, heads, onOrder, onRemove }: OrderedRowsProps) {
  const help = useId();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const [open, setOpen] = useState('');
  const [unfolded, setUnfolded] = useState('');
  const refocus = useRef<{ code: string; what: string } | null>(null);

  const move = (from: number, to: number, what = 'handle') => {
    const next = moved(items, from, to);
    if (!onOrder || next === items) return;
    refocus.current = { code: items[from]!.code, what };
    onOrder(next);
    setSaid(`${nameOf(items[from]!)} is at place ${to + 1} of ${items.length}.`);
  };
  const { drag, start, wasDrag } = useDrag(list, move);
  // A row that was moved is put elsewhere in the page, and may lose the focus by that.
  useLayoutEffect(() => {
    const wanted = refocus.current;
    if (!wanted) return;
    refocus.current = null;
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-code]') ?? [])].find(({ dataset }) => dataset.code === wanted.code);
    const control = row?.querySelector<HTMLButtonElement>(`[data-move=${wanted.what}]`);
    (control?.disabled ? row?.querySelector<HTMLElement>('[data-move=handle]') : control)?.focus();
  });
  const onKey = (at: number) => (event: KeyboardEvent) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(at, to);
  };
  return (
    <div css={[boxCss, columns]}>
      <WatchlistHeads labels={heads} />
      <ol ref={list} aria-label={label}>
        {items.map((item, at) => {
          const name = nameOf(item);
          const steps = open === item.code && onOrder;
          return (
            <li
              key={item.code}
              css={rowCss}
              data-code={item.code}
              data-folded={unfolded === item.code || steps ? undefined : ''}
              {...dropMark(drag, at)}
              style={drag?.from === at ? { transform: `translateY(${drag.by}px)` } : undefined}
            >
              <button
                type="button"
                css={foldCss}
                data-fold=""
                aria-label={`More about ${name}`}
                aria-expanded={unfolded === item.code}
                onClick={() => setUnfolded(unfolded === item.code ? '' : item.code)}
              />
              {onOrder ? (
                <span css={handleCss}>
                  <IconButton
                    label={`Move ${name}`}
                    aria-describedby={help}
                    aria-expanded={open === item.code}
                    data-move="handle"
                    onPointerDown={start(at)}
                    onKeyDown={onKey(at)}
                    onClick={() => !wasDrag() && setOpen(open === item.code ? '' : item.code)}
                  >
                    <Grip size={16} aria-hidden="true" />
                  </IconButton>
                </span>
              ) : (
                <span />
              )}
              {children(item)}
              {onOrder ? (
                <IconButton label={`Remove ${name}`} onClick={() => onRemove(item)}>
                  <X size={16} aria-hidden="true" />
                </IconButton>
              ) : null}
              {steps ? (
                <div css={stepsCss}>
                  <IconButton label={`Move ${name} up`} data-move="up" disabled={at === 0} onClick={() => move(at, at - 1, 'up')}>
                    <ArrowUp size={16} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={`Move ${name} down`} data-move="down" disabled={at === items.length - 1} onClick={() => move(at, at + 1, 'down')}>
                    <ArrowDown size={16} aria-hidden="true" />
                  </IconButton>
                  <span aria-hidden="true">{`Place ${at + 1} of ${items.length}`}</span>
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      <Hidden id={help}>The arrow keys move it up and down.</Hidden>
      <Hidden role="status">{said}</Hidden>
    </div>
  );
}

/** Marks the dragged row, and the line at which it would be dropped. */
function dropMark(drag: Drag | null, at: number): object {
  if (!drag) return {};
  if (drag.from === at) return { 'data-dragged': '' };
  if (drag.to === drag.from || drag.to !== at) return {};
  return { 'data-drop': drag.to < drag.from ? 'above' : 'below' };
}
