import { css } from '@emotion/react';
import { RETAIL_TERMS } from '../content/retail-terms.ts';
import { Blocks } from '../document/blocks.tsx';
import { anchorCss, InfoLayout } from '../document/info-layout.tsx';

const sectionCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  & > h2 {
    font-size: var(--t-16);
  }
  break-inside: avoid-page;
`;

/** `/retail-side/terms-condition` */
export function Page() {
  const { sections, ...head } = RETAIL_TERMS;
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
