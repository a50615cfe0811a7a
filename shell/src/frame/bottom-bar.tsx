import { css } from '@emotion/react';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState } from 'react';
import { PlaceIcon } from '../menu/place-icon.tsx';
import type { MenuHere } from '../menu/use-menu.ts';
import type { MoreSheetProps } from './more-sheet.tsx';
import { NotOpened } from './not-opened.tsx';

const MOST_PLACES = 4;

const barCss = css`
  position: fixed;
  inset: auto 0 0;
  z-index: 30;
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  /* On the narrowest a long name takes room from the short ones. */
  @media (max-width: 359.98px) {
    grid-auto-columns: minmax(0, auto);
  }
  height: calc(56px + env(safe-area-inset-bottom));
  padding-bottom: env(safe-area-inset-bottom);
  border-top: 1px solid var(--line);
  background: var(--surface);
`;
const itemCss = css`
  display: grid;
  place-items: center;
  align-content: center;
  gap: 2px;
  height: 56px;
  width: 100%;
  padding: 0 2px;
  border: 0;
  border-top: 2px solid transparent;
  background: none;
  color: var(--ink-2);
  font-size: 11px;
  font-weight: 500;
  line-height: 1.2;
  text-decoration: none;
  cursor: pointer;
  &:focus-visible {
    outline-offset: -4px;
  }
  &[aria-current='page'] {
    color: var(--accent);
    border-top-color: var(--accent);
    font-weight: 600;
  }
  & > span {
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const MoreSheet = part<MoreSheetProps>({
  what: 'More',
  load: () => import('./more-sheet.tsx').then((sheet) => sheet.MoreSheet),
  failure: ({ onClose }, _, late) => <NotOpened what="More" late={late} onClose={onClose} />,
});

/** The phone's navigation: up to four places within thumb reach, the rest behind "More". */
export function BottomBar({ menu }: { menu: MenuHere }) {
  const [more, setMore] = useState(false);
  const places = menu.places.slice(0, MOST_PLACES);
  const close = () => setMore(false);
  return (
    <nav aria-label="Main" css={barCss}>
      {places.map((place) => (
        <Link key={place.to} to={place.to} css={itemCss} aria-current={menu.isHere(place) ? 'page' : undefined}>
          <PlaceIcon paths={place.icon} />
          <span>{place.short ?? place.label}</span>
        </Link>
      ))}
      <button type="button" css={itemCss} aria-haspopup="dialog" aria-expanded={more} onClick={() => setMore(true)}>
        <Ellipsis size={20} aria-hidden="true" />
        <span>More</span>
      </button>
      {more && <MoreSheet menu={menu} rest={menu.places.slice(MOST_PLACES)} onClose={close} />}
    </nav>
  );
}
