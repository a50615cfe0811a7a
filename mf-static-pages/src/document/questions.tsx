import { css } from '@emotion/react';
import type { TextSection } from '@vimarsh/shared/contract/texts/types.ts';
import { useEffect, useRef } from 'react';
import { Blocks } from './blocks.tsx';
import { anchorCss } from './info-layout.tsx';
import { richText } from './rich-text.tsx';

const listCss = css`
  & > details {
    border-top: 1px solid var(--line);
  }
  & > details:last-of-type {
    border-bottom: 1px solid var(--line);
  }
`;
const questionCss = css`
  & > summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s-16);
    min-height: 48px;
    padding: var(--s-8) 0;
    font-weight: 500;
    list-style: none;
    cursor: pointer;
  }
  & > summary::-webkit-details-marker {
    display: none;
  }
  & > summary::after {
    content: '';
    flex: none;
    width: 8px;
    height: 8px;
    margin: 0 var(--s-8);
    border: solid var(--ink-3);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
  }
  &[open] > summary::after {
    transform: rotate(225deg);
  }
  & > div {
    padding: 0 0 var(--s-16);
  }
`;

/** Opens every answer for printing. */
function usePrintedAnswers(list: { current: HTMLElement | null }): void {
  useEffect(() => {
    let closed: HTMLDetailsElement[] = [];
    const openAll = () => {
      closed = [...(list.current?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? [])];
      for (const item of closed) item.open = true;
    };
    const closeAgain = () => {
      for (const item of closed) item.open = false;
    };
    addEventListener('beforeprint', openAll);
    addEventListener('afterprint', closeAgain);
    return () => {
      removeEventListener('beforeprint', openAll);
      removeEventListener('afterprint', closeAgain);
    };
  }, [list]);
}

/** Questions, closed until they are pressed, searched for, linked to or printed. */
export function Questions({ questions, searching }: { questions: TextSection['questions']; searching: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  usePrintedAnswers(list);
  return (
    <div ref={list} css={listCss}>
      {questions.map(({ id, question, answer }) => (
        <details key={`${id}${searching}`} id={id} open={searching || location.hash === `#${id}`} css={[questionCss, anchorCss]}>
          <summary>{richText(question)}</summary>
          <div>
            <Blocks blocks={answer} />
          </div>
        </details>
      ))}
    </div>
  );
}
