import { css } from '@emotion/react';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { Section } from './section.tsx';

/** px below the title, of the devices without any: three lines and a button, more of them on a phone. */
const roomCss = css`
  width: 100%;
  min-height: 163px;
  @media (min-width: 880px) {
    min-height: 102px;
  }
`;

/** Stands for the devices until they are known: a section like theirs, for one beside it, or the page would move when they come. */
export const DeviceBones = () => (
  <Section title="On your devices">
    <div css={roomCss} aria-hidden="true">
      <SkeletonRows rows={1} height={100} />
    </div>
  </Section>
);
