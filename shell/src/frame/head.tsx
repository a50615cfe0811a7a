import { css } from '@emotion/react';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { media, useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import LogIn from 'lucide-react/icons/log-in';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import type { AccountMenuProps } from '../account/account-menu.tsx';
import { IndexStripLater } from '../indices/strip-later.tsx';
import type { MenuHere } from '../menu/use-menu.ts';
import { Brand } from './brand.tsx';

const headCss = css`
  grid-area: head;
  position: sticky;
  top: 0;
  z-index: 20;
  background: var(--surface);
  /* What opens from it stands over the words of a simulated market, and these stay in sight. */
  &:has([role='menu']) {
    z-index: 21;
    background: none;
  }
`;
const lineCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-4);
  height: var(--head);
  background: var(--surface);
  padding: 0 var(--s-4) 0 var(--s-16);
  border-bottom: 1px solid var(--line);
  ${media.chat} {
    gap: var(--s-16);
    padding: 0 var(--s-16) 0 var(--s-24);
  }
`;
/** Title and clock keep their width: where it gets narrow, the indices are pushed sideways. */
const wordsCss = css`
  flex: 1;
  min-width: 0;
  ${media.chat} {
    flex: 1 0 180px;
  }
`;
const titleCss = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  font-size: var(--t-16);
  font-weight: 600;
  line-height: 1.45;
  ${media.phone} {
    font-size: var(--t-14);
    line-height: 1.3;
  }
  /* Whole beside the brand on the narrowest phones, and at 400 % zoom. */
  @media (max-width: 339px) {
    font-size: var(--t-13);
  }
  /* A long one takes two lines where one would cut it. */
  @media (max-width: 479.98px) {
    &[data-long] {
      font-size: var(--t-13);
      line-height: 1.2;
      white-space: normal;
    }
  }
`;
/** More characters than a phone's head has room for beside brand, search and bell. */
const LONG = 20;
const searchCss = css`
  display: inline-flex;
  align-items: center;
  gap: var(--s-8);
  flex: none;
  width: 176px;
  height: 36px;
  padding: 0 var(--s-12);
  border: 1px solid var(--control);
  border-radius: var(--r-6);
  background: var(--surface);
  color: var(--ink-3);
  font-size: var(--t-13);
  cursor: pointer;
  & > span {
    flex: 1;
    text-align: left;
  }
  & kbd {
    padding: 0 6px;
    border: 1px solid var(--line-strong);
    border-radius: 4px;
    font: 500 11px/18px var(--font);
  }
  ${media.phone} {
    display: none;
  }
`;
const phoneCss = css`
  display: inline-flex;
  ${media.chat} {
    display: none;
  }
`;
const tileCss = css`
  margin-right: var(--s-8);
`;
const signInCss = css`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  color: var(--accent);
  ${media.chat} {
    display: none;
  }
`;
const deskCss = css`
  flex: none;
  display: inline-flex;
  justify-content: flex-end;
  min-width: 96px;
`;
const bellCss = css`
  flex: none;
  min-width: 36px;
`;
const accountCss = css`
  flex: none;
  min-width: 36px;
  min-height: 36px;
`;
/** Room for the words of a simulated market (product A.7). They stand in the page's own HTML, so that no script can lose them. */
const ribbonCss = css`
  height: var(--ribbon);
`;

/** It comes after the first content, into room that is kept for it. */
const MarketClockLine = part<object>({
  what: 'The market clock',
  load: () => import('../clock/market-clock.tsx').then((clock) => clock.MarketClockLine),
  placeholder: <div style={{ minHeight: 16 }} />,
  failure: () => null,
});

/** Nobody needs it for the first screen; its room is kept. */
const Bell = part<object>({
  what: 'Notices',
  load: () => import('../bell/bell.tsx').then((bell) => bell.Bell),
  failure: (_, retry, late) => (
    <IconButton label={late ? 'Your notices take longer than they should. Try again' : 'Your notices could not be shown. Try again'} onClick={retry}>
      <RotateCw size={20} aria-hidden="true" />
    </IconButton>
  ),
});

/** Only who is signed in has one. It holds the way out, so it says where it failed and loads on a press. */
const AccountMenu = part<AccountMenuProps>({
  what: 'Your account',
  load: () => import('../account/account-menu.tsx').then((account) => account.AccountMenu),
  failure: (_, retry, late) => (
    <IconButton label={late ? 'Your account takes longer than it should. Try again' : 'Your account could not be shown. Try again'} onClick={retry}>
      <RotateCw size={20} aria-hidden="true" />
    </IconButton>
  ),
});

/** Theme and language, for visitors: members have both in the account menu. It loads late, because the page already looks as it was last chosen. */
const Choices = part<object>({
  what: 'Language and theme',
  load: () => import('../theme/choices.tsx').then((choices) => choices.Choices),
  failure: () => null,
});

/** The top line of every screen: title, market clock, indices, search and account, with room for the ribbon of a simulated market and what else has to be said below. */
export function Head({ menu, onSearch, children }: { menu: MenuHere; onSearch: () => void; children?: ReactNode }) {
  const { signedIn, user } = useSession();
  const roomy = useWideAs('chat');
  return (
    <header css={headCss}>
      <div css={lineCss}>
        <span css={[phoneCss, tileCss]}>
          <Brand home={menu.places[0]?.to ?? '/'} small />
        </span>
        <div css={wordsCss}>
          <p css={titleCss} data-long={menu.title.length > LONG || undefined}>
            {menu.title}
          </p>
          <MarketClockLine />
        </div>
        {roomy && <IndexStripLater />}
        <button type="button" css={searchCss} onClick={onSearch} aria-label="Search stocks and pages" aria-keyshortcuts="/ Control+K">
          <Search size={16} aria-hidden="true" />
          <span>Search</span>
          <kbd>/</kbd>
        </button>
        <span css={phoneCss}>
          <IconButton label="Search stocks and pages" onClick={onSearch}>
            <Search size={20} aria-hidden="true" />
          </IconButton>
        </span>
        {signedIn && (
          <span css={bellCss}>
            <Bell />
          </span>
        )}
        {menu.signIn && (
          <Link to={menu.signIn} css={signInCss} aria-label="Sign in" title="Sign in">
            <LogIn size={20} aria-hidden="true" />
          </Link>
        )}
        {roomy &&
          (signedIn ? (
            <span css={accountCss}>
              <AccountMenu menu={menu} user={user} />
            </span>
          ) : (
            <span css={deskCss}>
              <Choices />
            </span>
          ))}
      </div>
      <div css={ribbonCss} />
      {children}
    </header>
  );
}
