import { css } from '@emotion/react';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { rowsBoxCss, WIDE } from '../../call/list/rows-box.ts';
import { liveColumns, rowCss } from './row-layout.ts';

/** The heights of rows, which come of what is in them. */
const boneCss = css`
  height: 184px;
  &:hover {
    background: none;
  }
  ${WIDE.two} {
    height: 116px;
  }
  ${WIDE.one} {
    height: 65px;
  }
`;
/** The head of the columns, where rows have one line. */
const headCss = css`
  display: none;
  ${WIDE.one} {
    display: block;
    height: 34px;
    border-bottom: 1px solid var(--line);
  }
`;
const wayCss = css`
  grid-area: way;
`;
const BONES = [
  ['symbol', '132px'],
  ['type', '84px'],
  ['gain', '88px'],
  ['expert', '150px'],
  ['age', '64px'],
  ['action', '28px'],
] as const;

/** The list's box while it loads: bones where the rows have what they stand for, enough of them that what follows the list begins below a desk's screen. */
export function CallListSkeleton({ rows = 9 }: { rows?: number }) {
  return (
    <SkeletonHost label="Loading calls" screen>
      <div css={rowsBoxCss} style={liveColumns('44px')}>
        <div css={headCss} />
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} css={[rowCss, boneCss]}>
            {BONES.map(([area, width]) => (
              <span key={area} style={{ gridArea: area, minWidth: 0 }}>
                <Skeleton width={`min(100%, ${width})`} />
              </span>
            ))}
            <span css={wayCss}>
              <Skeleton width="100%" />
            </span>
          </div>
        ))}
      </div>
    </SkeletonHost>
  );
}
