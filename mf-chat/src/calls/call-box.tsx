import { css } from '@emotion/react';
import type { CallCard } from '@vimarsh/shared/contract/calls/cards.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';

/** As high as the card of an open call, so that little moves when it comes. */
const waitCss = css`
  min-height: 104px;
`;

/** A published call within another text. Its code comes with the first one. */
export const CallBox = part<{ id: string; known?: CallCard }>({
  what: 'The call',
  load: () => import('./attached-call.panel.tsx').then(({ AttachedCall }) => AttachedCall),
  placeholder: <div css={waitCss} aria-hidden="true" />,
});
