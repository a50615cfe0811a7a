import { css } from '@emotion/react';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import BellRing from 'lucide-react/icons/bell-ring';
import LogOut from 'lucide-react/icons/log-out';
import { planWords } from '../account/plan-words.ts';
import type { Place } from '../menu/menu.ts';
import type { MenuHere } from '../menu/use-menu.ts';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { PlaceGroups } from './place-groups.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { rowCss } from './row.ts';

const sheetCss = css`
  display: grid;
  gap: var(--s-8);
`;

export interface MoreSheetProps {
  menu: MenuHere;
  /** The places the bottom bar does not show. */
  rest: readonly Place[];
  onClose: () => void;
}

/** Everything the bottom bar has no room for: further places, the profile with its plan, theme and Logout. */
export function MoreSheet({ menu, rest, onClose }: MoreSheetProps) {
  const session = useSession();
  const { user, signOut } = session;
  return (
    <Dialog open onClose={onClose} title="More">
      <div css={sheetCss}>
        {user && <ProfileBlock user={user} own={menu.own} plans={planWords(session, Date.now())} onGo={onClose} />}
        <PlaceGroups menu={menu} places={rest} onGo={onClose} />
        {user && (
          <button
            type="button"
            css={rowCss}
            onClick={() => {
              onClose();
              session.emit('notices.asked', { shown: 'alerts' });
            }}
          >
            <BellRing size={20} aria-hidden="true" />
            <span>Alerts</span>
          </button>
        )}
        <ThemeSwitch wide />
        {menu.signOut && (
          <button type="button" css={rowCss} onClick={() => void signOut()}>
            <LogOut size={20} aria-hidden="true" />
            <span>Logout</span>
          </button>
        )}
        {menu.signIn && (
          <Link to={menu.signIn} css={buttonCss('primary')} onClick={onClose}>
            Sign in
          </Link>
        )}
      </div>
    </Dialog>
  );
}
