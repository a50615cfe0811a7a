import { css } from '@emotion/react';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';

/** px of the devices without any: three lines and a button, more of them on a phone. */
const roomCss = css`
  min-height: 231px;
  @media (min-width: 880px) {
    min-height: 170px;
  }
`;

/** What stands for the devices until they are known. */
export const DeviceBones = () => (
  <div css={roomCss}>
    <SkeletonRows rows={1} height={150} />
  </div>
);
