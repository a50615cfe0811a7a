import { css } from '@emotion/react';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/skeleton.tsx';
import { lazy, Suspense } from 'react';
import type { CallDrawerProps } from './call-drawer.tsx';

const CallDrawer = lazy(() => import('./call-drawer.tsx').then(({ CallDrawer: component }) => ({ default: component })));

/** The drawer's place while its code is on the way. */
const placeCss = css`
  position: fixed;
  inset: 0;
  z-index: 50;
  padding: var(--s-16);
  background: var(--raised);
  @media (min-width: 880px) {
    left: auto;
    width: 440px;
    box-shadow: var(--float);
  }
`;

/** The call's drawer; its code, the chart and the verifier load when it is first opened. */
export function LazyCallDrawer(props: CallDrawerProps) {
  return (
    <Suspense
      fallback={
        <div css={placeCss}>
          <SkeletonHost label="Loading the call">
            <Skeleton height={320} />
          </SkeletonHost>
        </div>
      }
    >
      <CallDrawer {...props} />
    </Suspense>
  );
}
