import { css } from '@emotion/react';
import { type ReactNode, type Ref, useState } from 'react';
import { recordCardCss } from './record/card.css.ts';

const foldCss = css`
  padding-block: 0;
  & > summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s-12);
    min-height: 48px;
    cursor: pointer;
    list-style: none;
  }
  & > summary::-webkit-details-marker {
    display: none;
  }
  & > summary > span {
    color: var(--ink-2);
    font-size: var(--t-13);
    text-align: right;
  }
  & > summary > span::after {
    content: ' ›';
  }
  &[open] > summary > span::after {
    content: ' ⌄';
  }
  &[open] {
    padding-bottom: var(--s-16);
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
    <details ref={ref} css={[recordCardCss, foldCss]} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
        <span>{note}</span>
      </summary>
      {open && children}
    </details>
  );
}
