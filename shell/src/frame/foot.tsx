import { css } from '@emotion/react';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { LanguageLink } from '@vimarsh/shared/ui/fields/language-switch.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { createPortal } from 'react-dom';
import type { OwnPlace } from '../menu/menu.ts';

const footCss = css`
  grid-area: foot;
  border-top: 1px solid var(--line);
  /* Painted by itself, as the disclosures above it: a new price on the page costs nothing here. */
  isolation: isolate;
  ${media.print} {
    display: none;
  }
`;
const linksCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-16);
  max-width: 1200px;
  margin: 0 auto;
  padding: var(--s-8) var(--s-16);
  font-size: var(--t-13);
  & a {
    display: flex;
    align-items: center;
    min-height: 44px;
    color: var(--ink-2);
    text-decoration: none;
  }
  & a:hover {
    color: var(--ink);
    text-decoration: underline;
  }
  ${media.chat} {
    padding-inline: var(--s-24);
  }
  @media (min-width: 880px) and (pointer: fine) {
    & a {
      min-height: 32px;
    }
  }
`;

/** On a phone they would be a screen of their own below every screen. */
const foldCss = css`
  flex: 1 1 auto;
  & > summary {
    min-height: 44px;
    line-height: 44px;
    color: var(--ink-2);
    cursor: pointer;
  }
  & > div {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0 var(--s-16);
  }
`;

export interface FootProps {
  places: readonly OwnPlace[];
  /** Whether the other language stands here: on a phone, where the head has no room for it. */
  language: boolean;
}

/**
 * The end of every screen: words of the law, of the house and of its partners. It stands after the content for the keyboard, too; on a phone they are folded. Not a
 * `footer`: what a call discloses over the screen is one, and a page has one at a time. `data-foot`: the page hides it while a screen waits
 * for its content (`root-config/index.html`).
 */
export function Foot({ places, language }: FootProps) {
  const links = places.map(({ to, label }) => (
    <Link key={to} to={to}>
      {label}
    </Link>
  ));
  return createPortal(
    <div css={footCss} data-foot="">
      <nav css={linksCss} aria-label="About this site">
        {language ? (
          <details css={foldCss}>
            <summary>Terms, rights and pages of this site</summary>
            <div>{links}</div>
          </details>
        ) : (
          links
        )}
        {language && <LanguageLink />}
      </nav>
    </div>,
    document.body,
  );
}
