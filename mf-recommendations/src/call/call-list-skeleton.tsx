import { css } from '@emotion/react';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/skeleton.tsx';
import { rowsBoxCss } from './call-rows.tsx';
import { WIDE } from './row-layout.ts';

const boneCss = css`
  display: grid;
  align-content: center;
  gap: var(--s-8);
  height: 167px;
  border-bottom: 1px solid var(--line);
  ${WIDE.two} {
    height: 89px;
  }
  ${WIDE.one} {
    height: 37px;
    grid-template-columns: 150px 1fr 2fr 1fr;
  }
`;

/** The list's box while it loads, with rows of the final heights. */
export function CallListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <SkeletonHost label="Loading calls">
      <div css={rowsBoxCss}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} css={boneCss}>
            <Skeleton width="70%" />
            <Skeleton width="100%" />
            <Skeleton width="45%" />
          </div>
        ))}
      </div>
    </SkeletonHost>
  );
}
