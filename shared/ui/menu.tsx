import { css } from '@emotion/react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { shareNonce } from './share-nonce.ts';

shareNonce();

const listCss = css`
  z-index: 60;
  min-width: 200px;
  max-width: calc(100vw - 16px);
  padding: var(--s-4);
  border-radius: var(--r-10);
  background: var(--raised);
  color: var(--ink);
  box-shadow: var(--float);
`;
const itemCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-12);
  min-height: 40px;
  padding: 0 var(--s-12);
  border-radius: var(--r-6);
  font-size: var(--t-14);
  cursor: pointer;
  outline: none;
  &[data-highlighted] {
    background: var(--line);
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  &[data-disabled] {
    color: var(--ink-3);
    cursor: not-allowed;
  }
`;
const dangerCss = css`
  color: var(--loss);
`;

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
}
export interface MenuProps {
  /** One focusable element, e.g. an `IconButton`. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

/** Actions behind a button. Arrow keys, first letters, Home and End move; Esc closes and returns the focus. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content css={listCss} align={align} sideOffset={6} collisionPadding={8}>
          {items.map((item) => (
            <DropdownMenu.Item key={item.key} css={[itemCss, item.danger && dangerCss]} disabled={item.disabled ?? false} onSelect={item.onSelect}>
              {item.icon}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
