import { css } from '@emotion/react';
import type { ComponentPropsWithRef } from 'react';

export const hiddenCss = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Text for screen readers only. */
export function Hidden(props: ComponentPropsWithRef<'span'>) {
  return <span css={hiddenCss} {...props} />;
}
