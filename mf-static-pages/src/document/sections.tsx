import { css } from '@emotion/react';
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

/** A document in numbered sections. */
export function Sections({ document: { sections, ...head } }: { document: SectionedDocument }) {
  return (
    <InfoLayout {...head} contents={sections}>
      {sections.map((section, at) => (
        <section key={section.id} id={section.id} css={[sectionCss, anchorCss]} aria-labelledby={`${section.id}-title`}>
          <h2 id={`${section.id}-title`}>
            {at + 1}. {section.title}
          </h2>
          <Blocks blocks={section.blocks} />
        </section>
      ))}
    </InfoLayout>
  );
}
