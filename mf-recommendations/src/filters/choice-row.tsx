import { css } from '@emotion/react';
import { hiddenCss } from '@vimarsh/shared/ui/hidden.tsx';
import { FADE_PX, fadingRowCss, useFadingRow } from '@vimarsh/shared/ui/page/fading-row.ts';
import { type ReactNode, useEffect, useId } from 'react';

const fieldCss = css`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;
const rowCss = css`
  position: relative;
  display: flex;
  gap: var(--s-8);
  /* The ring of the one that has the focus. */
  padding: 3px;
  margin: -3px;
`;
const choiceCss = css`
  position: relative;
  flex: none;
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  padding: 0 var(--s-12);
  border: 1px solid var(--line-strong);
  border-radius: 22px;
  background: var(--surface);
  color: var(--ink);
  font-size: var(--t-13);
  font-weight: 500;
  white-space: nowrap;
  cursor: pointer;
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 32px;
  }
  &:has(:checked) {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  @media (forced-colors: active) {
    &:has(:checked) {
      border: 3px solid Highlight;
    }
  }
`;

export interface ChoiceRowProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  /** More chips in the same row. */
  children?: ReactNode;
}

/** One of several choices in a single row of chips, which scrolls where it is longer than the screen. A radio group with one Tab stop. */
export function ChoiceRow<V extends string>({ label, options, value, onChange, children }: ChoiceRowProps<V>) {
  const name = useId();
  const { look, props } = useFadingRow<HTMLDivElement>(options.map((option) => option.label).join());
  const list = props.ref;
  // The chosen one may lie beyond the edge. Only the row scrolls, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the choice.
  useEffect(() => {
    const row = list.current!;
    const chosen = row.querySelector(':checked')?.parentElement;
    if (!chosen || row.scrollWidth <= row.clientWidth) return;
    const [box, chip] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
    row.scrollLeft += Math.max(0, chip.right + FADE_PX - box.right) - Math.max(0, box.left + FADE_PX - chip.left);
    look();
  }, [value]);
  return (
    <fieldset css={fieldCss}>
      <legend css={hiddenCss}>{label}</legend>
      <div {...props} css={[fadingRowCss, rowCss]}>
        {options.map((option) => (
          <label key={option.value} css={choiceCss}>
            <input css={hiddenCss} type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
        {children}
      </div>
    </fieldset>
  );
}
