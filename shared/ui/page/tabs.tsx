import { css } from '@emotion/react';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { formatNumber } from '../../domain/text/formats.ts';
import { FADE_PX, fadingRowCss, useFadingRow } from './fading-row.ts';

const listCss = css`
  display: flex;
  gap: var(--s-4);
  box-shadow: inset 0 -1px var(--line);
`;
const tabCss = css`
  flex: none;
  display: inline-flex;
  align-items: center;
  gap: var(--s-8);
  min-height: 44px;
  padding: 0 var(--s-12);
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  color: var(--ink-2);
  font-weight: 500;
  cursor: pointer;
  &:hover {
    color: var(--ink);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-selected='true'] {
    color: var(--ink);
    font-weight: 600;
    border-bottom-color: var(--accent);
  }
  /* There a transparent line is drawn in the text's colour, so every tab would look chosen. */
  @media (forced-colors: active) {
    border-bottom-color: Canvas;
    &[aria-selected='true'] {
      border-bottom-color: Highlight;
    }
  }
`;
const countCss = css`
  color: var(--ink-3);
  font-weight: 500;
  font-size: var(--t-12);
  font-variant-numeric: tabular-nums;
`;

export interface TabsProps<V extends string> {
  /** Accessible name of the row. */
  label: string;
  items: readonly { value: V; label: ReactNode; count?: number }[];
  value: V;
  onChange: (value: V) => void;
  /** Id of the region the tabs switch. Give the same id to `TabPanel`. */
  panelId?: string;
}

/** A row with one Tab stop. Arrows, Home and End move and select. */
export function Tabs<V extends string>({ label, items, value, onChange, panelId }: TabsProps<V>) {
  // A count that comes later makes the row longer.
  const { look, props } = useFadingRow<HTMLDivElement>(String(items.map(({ count }) => count)));
  const list = props.ref;
  // On a phone the chosen tab may be out of view, or where the row fades. Only the row scrolls, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the choice.
  useEffect(() => {
    const row = list.current!;
    const [box, tab] = [row, row.querySelector('[aria-selected=true]') ?? row].map((one) => one.getBoundingClientRect());
    const after = tab!.right + FADE_PX - box!.right;
    const before = box!.left - (tab!.left - FADE_PX);
    if (row.scrollWidth > row.clientWidth) row.scrollLeft += after > 0 ? after : -Math.max(0, before);
    look();
  }, [value, items.length]);
  const move = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.value === value);
    const to = { ArrowRight: (at + 1) % items.length, ArrowLeft: (at - 1 + items.length) % items.length, Home: 0, End: items.length - 1 }[event.key];
    const next = to === undefined ? undefined : items[to];
    if (!next || to === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
    onChange(next.value);
  };
  return (
    <div {...props} role="tablist" aria-label={label} css={[fadingRowCss, listCss]}>
      {items.map((item) => {
        const selected = item.value === value;
        return (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={panelId && `${panelId}-${item.value}`}
            css={tabCss}
            aria-selected={selected}
            aria-controls={selected ? panelId : undefined}
            tabIndex={selected ? 0 : -1}
            onClick={() => onChange(item.value)}
            onKeyDown={move}
          >
            {item.label}
            {item.count !== undefined && <span css={countCss}>{formatNumber(item.count)}</span>}
          </button>
        );
      })}
    </div>
  );
}

/** The content of the chosen tab. */
export function TabPanel({ id, value, children }: { id: string; value: string; children: ReactNode }) {
  return (
    <div id={id} role="tabpanel" aria-labelledby={`${id}-${value}`} tabIndex={-1}>
      {children}
    </div>
  );
}
