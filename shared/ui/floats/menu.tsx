import { css } from '@emotion/react';
import Check from 'lucide-react/icons/check';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from '../../kit/router.tsx';
import { shareNonce } from './share-nonce.ts';

shareNonce();

const listCss = css`
  z-index: 60;
  min-width: 200px;
  max-width: min(320px, calc(100vw - 16px));
  max-height: var(--radix-dropdown-menu-content-available-height);
  overflow-y: auto;
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
  color: inherit;
  font-size: var(--t-14);
  text-decoration: none;
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
  & > svg {
    flex: none;
  }
  & > span:last-of-type {
    flex: 1;
  }
`;
const dangerCss = css`
  color: var(--loss);
`;
const labelCss = css`
  padding: var(--s-8) var(--s-12) 0;
  color: var(--ink-3);
  font-size: var(--t-12);
`;
const headCss = css`
  padding: var(--s-8) var(--s-12);
`;
const lineCss = css`
  height: 1px;
  margin: var(--s-4) 0;
  background: var(--line);
`;

interface Entry {
  key: string;
  label: string;
  icon?: ReactNode;
}
export interface MenuAction extends Entry {
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
  /** Language of the label, where it is not the page's. */
  lang?: string;
}
export interface MenuLink extends Entry {
  to: string;
}
/** One of several, chosen in the menu; it stays open, so that the choice is seen. */
export interface MenuChoice extends Entry {
  value: string;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  onChange: (value: string) => void;
}
export type MenuItem = MenuAction | MenuLink | MenuChoice;

export interface MenuProps {
  /** One focusable element, e.g. an `IconButton`. */
  trigger: ReactElement;
  /** Whom or what it is about, above the items. Not one of them: it can't be chosen. */
  head?: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

/** Actions, places and choices behind a button. Arrow keys, first letters, Home and End move; Esc closes and returns the focus. */
export function Menu({ trigger, head, items, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* In the landmark of its button, not at the end of the page: its place on the screen is its own. */}
      <DropdownMenu.Content css={listCss} align={align} sideOffset={6} collisionPadding={8}>
        {head && (
          <>
            <DropdownMenu.Label css={headCss}>{head}</DropdownMenu.Label>
            <DropdownMenu.Separator css={lineCss} />
          </>
        )}
        {items.map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function Item({ item }: { item: MenuItem }) {
  if ('options' in item) return <Choice item={item} />;
  const words = (
    <>
      {item.icon}
      <span>{item.label}</span>
    </>
  );
  if ('to' in item)
    return (
      <DropdownMenu.Item css={itemCss} textValue={item.label} asChild>
        <Link to={item.to}>{words}</Link>
      </DropdownMenu.Item>
    );
  return (
    <DropdownMenu.Item
      css={[itemCss, item.danger && dangerCss]}
      textValue={item.label}
      disabled={item.disabled ?? false}
      lang={item.lang}
      translate={item.lang ? 'no' : undefined}
      onSelect={item.onSelect}
    >
      {words}
    </DropdownMenu.Item>
  );
}

function Choice({ item: { label, value, options, onChange } }: { item: MenuChoice }) {
  return (
    <>
      <DropdownMenu.Separator css={lineCss} />
      <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
        <DropdownMenu.Label css={labelCss} aria-hidden="true">
          {label}
        </DropdownMenu.Label>
        {options.map((option) => (
          <DropdownMenu.RadioItem key={option.value} css={itemCss} value={option.value} textValue={option.label} onSelect={(event) => event.preventDefault()}>
            {option.icon}
            <span>{option.label}</span>
            <DropdownMenu.ItemIndicator asChild>
              <Check size={16} aria-hidden="true" />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
      <DropdownMenu.Separator css={lineCss} />
    </>
  );
}
