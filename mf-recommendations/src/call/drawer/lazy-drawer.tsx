import { css } from '@emotion/react';
import { FailureView } from '@vimarsh/shared/kit/boundary.tsx';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { LATE } from '@vimarsh/shared/kit/query/late.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import type { ComponentType } from 'react';

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

/** A call's drawer whose code, with chart and verifier, loads when it is first opened. */
export const lazyDrawer = <P extends { onClose(): void }>(load: () => Promise<ComponentType<P>>) =>
  part<P>({
    what: 'The call',
    load,
    placeholder: (
      <div css={placeCss}>
        <SkeletonHost label="Loading the call">
          <Skeleton height={320} />
        </SkeletonHost>
      </div>
    ),
    // It covers a phone's screen, so it needs a way out.
    failure: ({ onClose }, retry, late) => (
      <div role="dialog" aria-label="Call" css={placeCss} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
        {late ? <ErrorState what="the call" onRetry={retry} error={LATE} /> : <FailureView what="The call" onRetry={retry} />}
        <button type="button" css={buttonCss('quiet')} onClick={onClose} ref={focus}>
          Close
        </button>
      </div>
    ),
  });

const focus = (button: HTMLElement | null): void => button?.focus();
