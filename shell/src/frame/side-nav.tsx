import { css } from '@emotion/react';
import { type PartOptions, part } from '@vimarsh/shared/kit/part.tsx';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import LogIn from 'lucide-react/icons/log-in';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { MenuHere } from '../menu/use-menu.ts';
import { Brand } from './brand.tsx';
import { PlaceGroups } from './place-groups.tsx';
import type { ProfileProps } from './profile-block.tsx';
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
/** Where places lie below its edge, a shade stands on it: without a scroll bar nothing else would say so. At the end a cover hides it. */
const placesCss = css`
  padding: var(--s-8) var(--s-12);
  overflow-y: auto;
  background:
    linear-gradient(var(--surface), var(--surface)) bottom / 100% 12px no-repeat local,
    linear-gradient(transparent, color-mix(in srgb, var(--ink) 10%, transparent)) bottom / 100% 12px no-repeat scroll;
`;
const footCss = css`
  display: grid;
  gap: var(--s-8);
  padding: var(--s-12);
  border-top: 1px solid var(--line);
`;
/** As tall as its later content. */
const profileCss = css`
  padding: var(--s-4) var(--s-12);
  min-height: 48px;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: center;
  [data-rail] & {
    padding: 0;
    min-height: 44px;
    justify-items: center;
  }
`;
/** On the rail the labels are for screen readers only. */
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

const PROFILE: Pick<PartOptions<ProfileProps>, 'what' | 'failure'> = {
  what: 'Your profile',
  // Short enough for the rail too.
  failure: (_, retry, late) => (
    <button type="button" css={rowCss} title={late ? 'Your profile takes longer than it should' : 'Your profile could not be shown'} onClick={retry}>
      <RotateCw size={20} aria-hidden="true" />
      {late ? (
        <span role="status">Your profile takes longer than it should. Try again</span>
      ) : (
        <span role="alert">Your profile could not be shown. Try again</span>
      )}
    </button>
  ),
};
/** Only signed-in users have one, so a visitor's first screen does not wait for it. */
const ProfileBlock = part<ProfileProps>({ ...PROFILE, load: () => import('./profile-block.tsx').then((profile) => profile.ProfileBlock) });
const ProfilePicture = part<ProfileProps>({ ...PROFILE, load: () => import('./profile-block.tsx').then((profile) => profile.ProfilePicture) });

/** Side navigation: 232 px wide from 1284 px, an icon rail of 64 px from 880 px. */
export function SideNav({ menu }: { menu: MenuHere }) {
  const { user } = useSession();
  const rail = !useWideAs('desktop');
  return (
    <nav aria-label="Main" css={[navCss, rail && railCss]} data-rail={rail ? '' : undefined}>
      <div css={brandCss}>
        <Brand home={menu.places[0]?.to ?? '/'} small={rail} />
      </div>
      <div css={placesCss}>
        <PlaceGroups menu={menu} places={menu.places} />
      </div>
      <div css={footCss}>
        {user && <div css={profileCss}>{rail ? <ProfilePicture user={user} /> : <ProfileBlock user={user} />}</div>}
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
