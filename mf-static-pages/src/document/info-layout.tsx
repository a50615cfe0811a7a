import { css } from '@emotion/react';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { media, useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import { Page } from '@vimarsh/shared/ui/page/page.tsx';
import { type ReactNode, useEffect } from 'react';
import { richText } from './rich-text.tsx';

const metaCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8) var(--s-16);
  color: var(--ink-2);
  & > p {
    max-width: 43em;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
`;
const columnsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-24);
  align-items: start;
  ${media.print} {
    display: block;
  }
`;
const besideCss = css`
  ${media.expertView} {
    grid-template-columns: 240px minmax(0, 1fr);
    gap: var(--s-32);
  }
`;
const contentsCss = css`
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & summary {
    padding: var(--s-12) var(--s-16);
    font-size: var(--t-13);
    font-weight: 500;
    cursor: pointer;
  }
  & ul {
    padding-bottom: var(--s-8);
  }
  & a {
    display: flex;
    align-items: center;
    min-height: 44px;
    padding: var(--s-4) var(--s-16);
    color: var(--ink-2);
    font-size: var(--t-13);
    text-decoration: none;
  }
  & a:hover {
    color: var(--ink);
    text-decoration: underline;
  }
  & a:focus-visible {
    outline-offset: -2px;
  }
  ${media.expertView} {
    position: sticky;
    top: calc(var(--head) + var(--ribbon) + 24px);
    max-height: calc(100dvh - var(--head) - var(--ribbon) - 48px);
    overflow-y: auto;
    & a {
      min-height: 32px;
    }
  }
  ${media.print} {
    display: none;
  }
`;
const paperCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-32);
  min-width: 0;
  padding: var(--s-24) var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  ${media.chat} {
    padding: var(--s-32);
  }
  ${media.print} {
    padding: 0;
    border: 0;
  }
`;
const printCss = css`
  /* On a line of its own its words begin where all others do. */
  ${media.phone} {
    margin-left: calc(-1 * var(--s-8));
  }
  ${media.print} {
    display: none;
  }
`;
const sourceCss = css`
  max-width: 43em;
  color: var(--ink-3);
  font-size: var(--t-12);
`;

/** A text that comes after the page scrolls to the anchor in the address itself. */
export function useToAnchor(): void {
  useEffect(() => {
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, []);
}

/** With fewer sections the reader needs no contents list. */
const WORTH_LISTING = 4;

/** Keeps anchors some way off the top line. */
export const anchorCss = css`
  scroll-margin-top: 16px;
`;

export interface InfoLayoutProps {
  title: string;
  intro: string;
  version: string;
  effective: string;
  owner: string;
  source: string;
  contents: readonly { id: string; title: string }[];
  /** Between the introduction and the text. */
  tools?: ReactNode;
  /** Below the text. */
  end?: ReactNode;
  children: ReactNode;
}

/** The frame of an information page: introduction, version, contents list and text. It scrolls to the anchor in the address. */
export function InfoLayout({ title, intro, version, effective, owner, source, contents, tools, end, children }: InfoLayoutProps) {
  const wide = useWideAs('expertView');
  const listed = contents.length >= WORTH_LISTING;
  useToAnchor();
  return (
    <Page title={title}>
      <div css={metaCss}>
        <p>
          {richText(intro)}
          <br />
          <small>
            Version {version} · in force from {formatDay(effective)}
          </small>
        </p>
        <button type="button" css={[buttonCss('plain'), printCss]} onClick={() => print()}>
          Print or save as PDF
        </button>
      </div>
      {tools}
      <div css={[columnsCss, listed && besideCss]}>
        {listed && (
          <nav css={contentsCss} aria-label="On this page">
            <details open={wide}>
              <summary>On this page</summary>
              {/* In the language of the headings it names. */}
              <ul lang="en">
                {contents.map((entry) => (
                  <li key={entry.id}>
                    <a href={`#${entry.id}`}>{entry.title}</a>
                  </li>
                ))}
              </ul>
            </details>
          </nav>
        )}
        <article css={paperCss}>
          {children}
          <p css={sourceCss}>
            Responsible: {owner}. Source: {source}.
          </p>
        </article>
      </div>
      {end}
      <DisclosureStrip />
    </Page>
  );
}
