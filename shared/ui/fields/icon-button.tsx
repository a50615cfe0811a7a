import { css } from '@emotion/react';
import type { ComponentPropsWithRef, ReactNode } from 'react';

const iconCss = css`
  display: inline-grid;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: var(--r-6);
  background: none;
  color: var(--ink-2);
  cursor: pointer;
  transition: background-color var(--state);
  &:hover:not(:disabled) {
    background: var(--line);
    color: var(--ink);
  }
  &:disabled {
    color: var(--ink-3);
    cursor: not-allowed;
  }
  @media (min-width: 880px) and (pointer: fine) {
    width: 36px;
    height: 36px;
  }
`;

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label'> {
  /** What the button does: its accessible name and tooltip. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button type={type} css={iconCss} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}
