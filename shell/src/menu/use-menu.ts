import { usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useMemo } from 'react';
import { isHere, type Menu, menuFor, type Place } from './menu.ts';
import { routeAt, routesOf } from './routes.ts';

export interface MenuHere extends Menu {
  /** Title of the screen on show; '' on a path that nobody shows. */
  readonly title: string;
  readonly layout: 'frame' | 'bare';
  isHere(place: Place): boolean;
}

/** The menu of whoever looks, and where they are in it. */
export function useMenu(): MenuHere {
  const session = useSession();
  const { path } = usePath();
  const routes = useMemo(() => routesOf(session.page()), [session]);
  return useMemo(() => {
    const here = routeAt(routes, path);
    return { ...menuFor(session, routes), title: here?.title ?? '', layout: here?.layout ?? 'frame', isHere: (place) => isHere(place, path, routes) };
  }, [session, routes, path]);
}
