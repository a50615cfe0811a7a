import { css } from '@emotion/react';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { TextField } from '@vimarsh/shared/ui/field.tsx';
import { media } from '@vimarsh/shared/ui/layout.ts';
import { EmptyState } from '@vimarsh/shared/ui/state.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { RETAIL_FAQ } from '../content/retail-faq.ts';
import { Blocks } from '../document/blocks.tsx';
import { anchorCss, InfoLayout } from '../document/info-layout.tsx';
import { richText, useSiteName } from '../document/rich-text.tsx';
import { findQuestions } from './find-questions.ts';

const searchCss = css`
  max-width: 520px;
  ${media.print} {
    display: none;
  }
`;
const groupCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  & > h2 {
    padding-bottom: var(--s-8);
    font-size: var(--t-16);
  }
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

const { groups, ...head } = RETAIL_FAQ;

/** `/retail-side/faq` */
export function Page() {
  const site = useSiteName();
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => findQuestions(groups, query, site), [query, site]);
  const total = groups.reduce((sum, group) => sum + group.questions.length, 0);
  const count = found.reduce((sum, group) => sum + group.questions.length, 0);
  const searching = query.trim() !== '';
  usePrintedAnswers(list);
  return (
    <InfoLayout
      {...head}
      contents={found}
      tools={
        <search css={searchCss}>
          <TextField
            label="Search the questions"
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            hint={<span role="status">{searching ? `${count} of ${total} questions` : `${total} questions`}</span>}
          />
        </search>
      }
    >
      <div ref={list} css={listCss}>
        {found.map((group) => (
          <section key={group.id} id={group.id} css={[groupCss, anchorCss]} aria-labelledby={`${group.id}-title`}>
            <h2 id={`${group.id}-title`}>{group.title}</h2>
            {group.questions.map(({ id, question, answer }) => (
              <details key={`${id}${searching}`} id={id} open={searching || location.hash === `#${id}`} css={[questionCss, anchorCss]}>
                <summary>{richText(question, site)}</summary>
                <div>
                  <Blocks blocks={answer} />
                </div>
              </details>
            ))}
          </section>
        ))}
        {found.length === 0 && (
          <EmptyState title="No question matches." text="Try fewer or other words." action={<Button onClick={() => setQuery('')}>Show all questions</Button>} />
        )}
      </div>
    </InfoLayout>
  );
}

const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-32);
`;
