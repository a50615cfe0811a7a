import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import type { SectionedDocument } from '../content/content.types.ts';
import { Blocks } from './blocks.tsx';
import { anchorCss, InfoLayout } from './info-layout.tsx';

const sectionCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  & > h2 {
    font-size: var(--t-16);
  }
  break-inside: avoid-page;
`;

interface LiveSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** A document in numbered sections. `first` is a section with content from the server. */
export function Sections({ document: { sections, ...head }, first = [] }: { document: SectionedDocument; first?: readonly LiveSection[] }) {
  const all = [...first, ...sections.map(({ id, title, blocks }) => ({ id, title, content: <Blocks blocks={blocks} /> }))];
  return (
    <InfoLayout {...head} contents={all}>
      {all.map(({ id, title, content }, at) => (
        <section key={id} id={id} css={[sectionCss, anchorCss]} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>
            {at + 1}. {title}
          </h2>
          {content}
        </section>
      ))}
    </InfoLayout>
  );
}
