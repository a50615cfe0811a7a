import { css } from '@emotion/react';
import { LanguageSwitch } from '@vimarsh/shared/ui/fields/language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const languageCss = css`
  min-height: 36px;
  padding: 0 var(--s-8);
  border: 0;
  border-radius: var(--r-6);
  background: none;
  color: var(--ink-2);
  font-size: var(--t-13);
  font-weight: 500;
  white-space: nowrap;
  cursor: pointer;
  &:hover {
    background: var(--line);
    color: var(--ink);
  }
`;

/** How the visitor wants the page: language and theme. */
export function Choices() {
  return (
    <>
      <LanguageSwitch look={languageCss} />
      <ThemeSwitch />
    </>
  );
}
