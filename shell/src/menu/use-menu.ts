import { screenAt, titleOf } from '@vimarsh/shared/domain/routing/match.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useTitleOfScreen } from '@vimarsh/shared/ui/page/screen-title.ts';
import { useMemo } from 'react';
import { isHere, type Menu, menuFor, type Place, titleFor } from './menu.ts';

export interface MenuHere extends Menu {
  /** Title of the current screen; '' on a path without a screen. */
  readonly title: string;
  readonly layout: 'frame' | 'bare';
  /** A screen of options for who is signed in: who opens one is told how many lose. */
  readonly optionsForMembers: boolean;
  isHere(place: Place): boolean;
}

/** The current user's menu, and the active place in it. */
export function useMenu(): MenuHere {
  const session = useSession();
  const { path } = usePath();
  const routes = useMemo(() => routesOf(session.page().releases), [session]);
  const ownTitle = useTitleOfScreen(path);
  return useMemo(() => {
    const at = screenAt(routes, path);
    const current = at?.route;
    return {
      ...menuFor(session, routes),
      title: ownTitle || (at ? titleOf({ ...at, route: { ...at.route, title: titleFor(at.route, callerOf(session)) } }) : ''),
      layout: current?.layout ?? 'frame',
      optionsForMembers: current?.market === 'options' && current.guard === 'session',
      isHere: (place) => isHere(place, path, routes),
    };
  }, [session, routes, path, ownTitle]);
}
