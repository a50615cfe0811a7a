import { css } from '@emotion/react';
import type { TextSet } from '@vimarsh/shared/contract/texts/types.ts';
import { SET_PREFIXES } from '@vimarsh/shared/domain/routing/texts.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';

/** What every set has, in the order of its links (spec 2.3). */
export const SET_PAGES = [
  ['about-us', 'About us'],
  ['faq', 'FAQs'],
  ['terms-condition', 'Terms'],
  ['privacy-policy', 'Privacy'],
  ['disclaimer', 'Disclaimer'],
  ['racp', 'Refunds'],
  ['refer-earn', 'Refer and earn'],
  ['contact-us', 'Contact'],
] as const;

const NAMES: Readonly<Record<keyof typeof SET_PREFIXES, string>> = { retail: 'For investors', advisors: 'For experts', brokers: 'For brokers' };

const navCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-16);
  font-size: var(--t-13);
  & > span {
    display: flex;
    align-items: center;
    min-height: 44px;
    font-weight: 500;
  }
  & > a {
    display: flex;
    align-items: center;
    min-width: 24px;
    min-height: 44px;
  }
  & > a[aria-current] {
    color: var(--ink);
    text-decoration: none;
    font-weight: 500;
  }
  ${media.chat} {
    & > span,
    & > a {
      min-height: 32px;
    }
  }
  ${media.print} {
    display: none;
  }
`;

/** The other pages of a set. */
export function SetPages({ set, name }: { set: TextSet; name: string }) {
  const own = set === 'common' ? 'retail' : set;
  return (
    <nav css={navCss} aria-label={NAMES[own]}>
      <span>{NAMES[own]}</span>
      {SET_PAGES.map(([page, label]) => (
        <Link key={page} to={`${SET_PREFIXES[own]}/${page}`} aria-current={page === name && set !== 'common' ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
