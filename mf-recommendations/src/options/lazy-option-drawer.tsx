import { css } from '@emotion/react';
import { FailureView } from '@vimarsh/shared/kit/boundary.tsx';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/skeleton.tsx';
import type { OptionDrawerProps } from './option-drawer.tsx';

/** The drawer's placeholder until its code is loaded. */
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

/** The option call's drawer; its code, the payoff and the verifier load when it is first opened. */
export const LazyOptionDrawer = part<OptionDrawerProps>({
  what: 'The call',
  load: () => import('./option-drawer.tsx').then((drawer) => drawer.OptionDrawer),
  placeholder: (
    <div css={placeCss}>
      <SkeletonHost label="Loading the call">
        <Skeleton height={320} />
      </SkeletonHost>
    </div>
  ),
  // It covers a phone's screen, so it needs a way out.
  failure: ({ onClose }, retry) => (
    <div role="dialog" aria-label="Call" css={placeCss} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <FailureView what="The call" onRetry={retry} />
      <button type="button" css={buttonCss('quiet')} onClick={onClose} ref={focus}>
        Close
      </button>
    </div>
  ),
});

const focus = (button: HTMLElement | null): void => button?.focus();
