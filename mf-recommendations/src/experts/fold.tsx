import { css } from '@emotion/react';
import { type ReactNode, type Ref, useState } from 'react';

const foldCss = css`
  & > summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s-12);
    min-height: 48px;
    padding: 0 var(--s-16);
    cursor: pointer;
    list-style: none;
  }
  & > summary::-webkit-details-marker {
    display: none;
  }
  & > summary > h2 {
    font-size: var(--t-14);
  }
  & > summary > span {
    flex: none;
    color: var(--ink-2);
    font-size: var(--t-13);
  }
  & > summary > span::after {
    content: ' ›' / '';
  }
  &[open] > summary > span::after {
    content: ' ⌄' / '';
  }
`;
const withinCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  padding: var(--s-4) var(--s-16) var(--s-16);
  & > p {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
  & > button {
    justify-self: start;
  }
`;
/** Folds that follow each other are rows of one surface. */
export const foldsCss = css`
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & > * + * {
    border-top: 1px solid var(--line);
  }
`;

export interface FoldProps {
  title: string;
  /** What is within, in a few words. */
  note?: ReactNode;
  /** Unfolded from the start. */
  open?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLDetailsElement>;
}

/** A part of the page behind its heading. Its content is drawn, and asks for what it needs, once it is unfolded. */
export function Fold({ title, note, open: first = false, children, ref }: FoldProps) {
  const [open, setOpen] = useState(first);
  return (
    <details ref={ref} css={foldCss} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
        <span>{note}</span>
      </summary>
      {open && <div css={withinCss}>{children}</div>}
    </details>
  );
}
