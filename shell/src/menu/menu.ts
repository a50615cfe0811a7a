import type { PageRoute } from '@vimarsh/shared/contract/release/types.ts';
import { isOneOf } from '@vimarsh/shared/domain/access/audiences.ts';
import type { Caller } from '@vimarsh/shared/domain/access/caller.ts';
import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import { LOGIN } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import type { Snapshot } from '@vimarsh/shared/session';

export interface OwnPlace {
  readonly label: string;
  readonly to: string;
}
export interface Place extends OwnPlace {
  /** For the bottom bar, where a place is 72 px wide. */
  readonly short?: string;
  /** SVG path data on a field of 24 × 24. */
  readonly icon: readonly string[];
  /** The heading it stands under. */
  readonly group?: string;
}

export interface Group {
  /** '' for what stands above all headings. */
  readonly heading: string;
  readonly places: readonly Place[];
}
export interface Menu {
  readonly places: readonly Place[];
  /** The account links of the signed-in user, shown with their name. */
  readonly own: readonly OwnPlace[];
  /** Words of the law, of the house and of its partners, for the foot of every screen. */
  readonly foot: readonly OwnPlace[];
  readonly signOut: boolean;
  /** Path of the sign-in, or null for signed-in users. */
  readonly signIn: string | null;
}

/** Source of an account inside the Paytm app, which has its own way out (S2.5-MENU-12). */
const APP_SOURCE = 'paytm';

export type Visitor = Pick<Snapshot, 'signedIn' | 'user' | 'plan' | 'environment'>;

/** A route whose menu entry has its title goes by what the menu calls it: one name for one thing. */
export function titleFor({ title, menu }: PageRoute, caller: Caller): string {
  return menu?.called && menu.label === title && isOneOf(menu.called.for, caller) ? menu.called.label : title;
}

/** The path of a route without parameters. */
export const addressOf = ({ path }: PageRoute): string => path.replace(/\/:.*$/, '') || '/';

/**
 * What the navigation offers a user: the entries of all manifests that are for them, in order. Entries with the same label
 * are one place, and the one with its own `for` wins (an expert's FAQs, the home of signed-in users).
 */
export function menuFor(visitor: Visitor, routes: readonly PageRoute[]): Menu {
  const { signedIn, user, environment } = visitor;
  const caller = callerOf(visitor);
  const entries = routes.flatMap((route) => (route.menu && isOneOf(route.for, caller) && isOneOf(route.menu.for, caller) ? [{ route, menu: route.menu }] : []));
  const ours = entries.filter(({ menu }) => menu.for || !entries.some((other) => other.menu.for && other.menu.label === menu.label));
  const own = routes.flatMap((route) => (signedIn && route.account ? [{ ...route.account, to: addressOf(route) }] : []));
  return {
    places: ours
      .toSorted((a, b) => a.menu.order - b.menu.order)
      .map(({ route, menu: { called, ...menu } }) => ({
        ...menu,
        ...(called && isOneOf(called.for, caller) && { label: called.label, short: called.label }),
        to: addressOf(route),
      })),
    own: own.toSorted((a, b) => a.order - b.order),
    foot: footFor(routes.filter((route) => isOneOf(route.for, caller))),
    signOut: signedIn && user?.source !== APP_SOURCE && !environment?.byPassLogin && !environment?.hideLogout,
    signIn: signedIn || !screenAt(routes, LOGIN) ? null : LOGIN,
  };
}

function footFor(routes: readonly PageRoute[]): OwnPlace[] {
  const listed = routes.flatMap((route) => (route.foot === undefined ? [] : [{ ...route, foot: route.foot }]));
  const ours = listed.filter((route) => route.for || !listed.some((other) => other.for && other.foot === route.foot));
  return ours.toSorted((a, b) => a.foot - b.foot).map((route) => ({ label: route.title, to: addressOf(route) }));
}

/** Places under their headings. A group stands where its first place would stand alone, whichever of its places are `shown`. */
export const groupsOf = (all: readonly Place[], shown = all): Group[] =>
  [...Map.groupBy(all, ({ group = '' }) => group)]
    .map(([heading, places]) => ({ heading, places: places.filter((place) => shown.includes(place)) }))
    .filter(({ places }) => places.length > 0);

/** Whether the user is at this place: on its screen, whatever the parameters. */
export function isHere({ to }: Place, path: string, routes: readonly PageRoute[]): boolean {
  const current = screenAt(routes, path)?.route;
  return current !== undefined && current === screenAt(routes, to)?.route;
}
