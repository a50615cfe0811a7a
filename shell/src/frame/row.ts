import { css } from '@emotion/react';
import { media } from '@vimarsh/shared/ui/page/layout.ts';

/** Rows of the side navigation and of the phone's sheet, for links and buttons alike. */
export const rowCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-12);
  width: 100%;
  min-height: 44px;
  ${media.chat} {
    min-height: 40px;
  }
  padding: 0 var(--s-12);
  border: 0;
  border-radius: var(--r-6);
  background: none;
  color: var(--ink-2);
  font-weight: 500;
  text-align: left;
  text-decoration: none;
  cursor: pointer;
  transition: background-color var(--state);
  & svg {
    flex: none;
  }
  &:hover {
    background: var(--canvas);
    color: var(--ink);
  }
  &[aria-current='page'] {
    color: var(--accent);
    background: color-mix(in oklab, var(--accent) 9%, var(--surface));
    font-weight: 600;
  }
`;
