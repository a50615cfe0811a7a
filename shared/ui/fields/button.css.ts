import { css } from '@emotion/react';

export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'plain';

const base = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--s-8);
  min-height: 44px;
  padding: 0 var(--s-16);
  border: 1px solid transparent;
  border-radius: var(--r-6);
  background: none;
  font-weight: 500;
  font-size: var(--t-14);
  line-height: 1.2;
  text-decoration: none;
  cursor: pointer;
  position: relative;
  transition: background-color var(--state), border-color var(--state);
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 36px;
  }
  &:disabled {
    cursor: not-allowed;
    color: var(--ink-3);
    background: var(--line);
    border-color: var(--line);
  }
`;
const kinds = {
  primary: css`
    background: var(--accent);
    color: var(--on-accent);
    &:hover:not(:disabled) {
      background: color-mix(in oklab, var(--accent) 88%, var(--ink));
    }
  `,
  quiet: css`
    border-color: var(--line-strong);
    background: var(--surface);
    color: var(--ink);
    &:hover:not(:disabled) {
      border-color: var(--control);
    }
  `,
  danger: css`
    border-color: var(--loss);
    background: var(--surface);
    color: var(--loss);
    &:hover:not(:disabled) {
      background: var(--loss-soft);
    }
  `,
  /** A button that looks like quiet text, for secondary switches inside a surface. */
  plain: css`
  min-height: 44px;
  padding: 0 var(--s-8);
  color: var(--ink-2);
  font-size: var(--t-13);
  &:hover {
    background: var(--line);
    color: var(--ink);
  }
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 32px;
  }
  `,
} as const;

/** The button style for other elements, such as links: `css={buttonCss('primary')}`. */
export const buttonCss = (kind: ButtonKind) => [base, kinds[kind]];
