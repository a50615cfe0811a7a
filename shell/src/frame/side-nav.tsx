import { css } from '@emotion/react';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { useWideAs } from '@vimarsh/shared/ui/layout.ts';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import type { MenuHere } from '../menu/use-menu.ts';
import { Brand } from './brand.tsx';
import { Lazy } from './lazy.tsx';
import { PlaceLink } from './place-link.tsx';
import { rowCss } from './row.ts';

const navCss = css`
  grid-area: nav;
  position: sticky;
  top: 0;
  z-index: 20;
  align-self: start;
  display: grid;
  grid-template-rows: var(--head) 1fr auto;
  height: 100dvh;
  border-right: 1px solid var(--line);
  background: var(--surface);
`;
const brandCss = css`
  display: flex;
  align-items: center;
  padding: 0 var(--s-24);
  [data-rail] > & {
    padding: 0;
    justify-content: center;
  }
`;
const placesCss = css`
  display: grid;
  gap: 2px;
  align-content: start;
  padding: var(--s-8) var(--s-12);
  overflow-y: auto;
`;
const footCss = css`
  display: grid;
  gap: var(--s-8);
  padding: var(--s-12);
  border-top: 1px solid var(--line);
`;
/** As high as what comes into it. */
const profileCss = css`
  padding: var(--s-4) var(--s-12);
  min-height: 72px;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: center;
  [data-rail] & {
    padding: 0;
    min-height: 44px;
    justify-items: center;
  }
`;
/** On the rail the words stay for screen readers. */
const railCss = css`
  & a > span,
  & button > span {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  & a,
  & button {
    justify-content: center;
    padding: 0;
  }
`;

/** Only the signed-in have one; a visitor's first screen does not wait for it. */
const profileBlock = () => import('./profile-block.tsx').then(({ ProfileBlock }) => ProfileBlock);
const profilePicture = () => import('./profile-block.tsx').then(({ ProfilePicture }) => ProfilePicture);

/** Side navigation: 232 px from 1284, an icon rail of 64 px from 880. */
export function SideNav({ menu }: { menu: MenuHere }) {
  const { user, signOut } = useSession();
  const rail = !useWideAs('desktop');
  return (
    <nav aria-label="Main" css={[navCss, rail && railCss]} data-rail={rail ? '' : undefined}>
      <div css={brandCss}>
        <Brand home={menu.places[0]?.to ?? '/'} small={rail} />
      </div>
      <ul css={placesCss}>
        {menu.places.map((place) => (
          <li key={place.key}>
            <PlaceLink place={place} here={menu.isHere(place)} />
          </li>
        ))}
      </ul>
      <div css={footCss}>
        {user && (
          <div css={profileCss}>
            <Lazy key={String(rail)} load={rail ? profilePicture : profileBlock} onFail={() => undefined} props={{ user, own: menu.own }} />
          </div>
        )}
        {menu.signOut && (
          <button type="button" css={rowCss} title="Logout" onClick={() => void signOut()}>
            <LogOut size={20} aria-hidden="true" />
            <span>Logout</span>
          </button>
        )}
        {menu.signIn && (
          <Link to={menu.signIn} css={buttonCss('primary')} title="Sign in">
            <LogIn size={20} aria-hidden="true" />
            <span>Sign in</span>
          </Link>
        )}
      </div>
    </nav>
  );
}
