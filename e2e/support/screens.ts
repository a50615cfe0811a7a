import { workspaces } from '../../shared/build/modules.ts';
import { isOneOf } from '../../shared/domain/access/audiences.ts';
import type { Caller } from '../../shared/domain/access/caller.ts';
import { screenAt } from '../../shared/domain/routing/match.ts';

const ROUTES = workspaces().flatMap(({ manifest }) => manifest.routes);
type Route = (typeof ROUTES)[number];

/** What decides which screens are for somebody. */
export type Kind = Partial<Pick<Caller, 'user_id' | 'profession' | 'plan' | 'registered' | 'verified' | 'is_admin'>> & {
  readonly partner?: { readonly tier: 'brokerWithoutPlans' | 'brokerWithPlans'; readonly loginModule: ''; readonly hasBrokerDisclaimer: boolean };
};

const callerOf = (kind: Kind): Caller => ({
  user_id: null,
  profession: '',
  plan: null,
  promotional: false,
  chat: false,
  registered: false,
  verified: false,
  is_admin: false,
  ...kind,
  partner: (kind.partner ?? null) as Caller['partner'],
});

/** Whether an address is more than a refusal to somebody. Words are open to everyone, whomever menus offer them. */
const opens = ({ guard, for: audience }: Route, caller: Caller): boolean => guard === 'open' || (caller.user_id !== null && isOneOf(audience, caller));

/** Of several screens with one place in the menu or the foot the one with a `for` has it. */
const givesWay = (route: Route, others: readonly Route[]): boolean =>
  others.some(
    (other) =>
      (!route.for && other.for && route.foot !== undefined && other.foot === route.foot) ||
      (!route.menu?.for && other.menu?.for && other.menu.label === route.menu?.label && other.path !== route.path),
  );

/** Patterns of the framed screens that the manifests have for somebody and that need no parameter. */
export function screensFor(kind: Kind): string[] {
  const caller = callerOf(kind);
  const theirs = ROUTES.filter((route) => isOneOf(route.for, caller) && opens(route, caller)).map((route) =>
    route.menu && !isOneOf(route.menu.for, caller) ? { ...route, menu: undefined } : route,
  );
  return theirs.filter((route) => route.layout === 'frame' && !/:\w+(?!\w*\?)(\/|$)/.test(route.path) && !givesWay(route, theirs)).map(({ path }) => path);
}

export interface ScreenAt {
  readonly pattern: string;
  readonly opens: boolean;
  /** Whether it is about something: one stock, not the choice of a stock. */
  readonly about: boolean;
  readonly framed: boolean;
  /** It stands in the foot for everyone and says the same to all. */
  readonly words: boolean;
}

/** The screen at a path, for somebody; null where there is none. */
export function screenFor(kind: Kind, path: string): ScreenAt | null {
  const at = screenAt(ROUTES, path);
  if (!at) return null;
  const { route, params } = at;
  const words = route.foot !== undefined && route.guard === 'open' && !route.for;
  return { pattern: route.path, opens: opens(route, callerOf(kind)), about: Object.keys(params).length > 0, framed: route.layout === 'frame', words };
}

/** The pages of all modules that none of these paths shows. */
export function pagesWithout(paths: readonly string[]): string[] {
  const shown = new Set(paths.map((path) => screenAt(ROUTES, path)?.route.page));
  return [...new Set(ROUTES.map(({ page }) => page))].filter((page) => !shown.has(page));
}
