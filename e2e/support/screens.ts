import { workspaces } from '../../shared/build/modules.ts';
import { isOneOf } from '../../shared/domain/access/audiences.ts';
import type { Caller } from '../../shared/domain/access/caller.ts';
import { screenAt } from '../../shared/domain/routing/match.ts';

const ROUTES = workspaces().flatMap(({ name, manifest }) => manifest.routes.map((route) => ({ ...route, module: name })));
type Route = (typeof ROUTES)[number];

/** What decides which screens are for somebody. */
export type Kind = Partial<Pick<Caller, 'user_id' | 'profession' | 'plan' | 'registered' | 'verified' | 'is_admin'>> & {
  readonly partner?: {
    readonly tier: 'brokerWithoutPlans' | 'brokerWithPlans';
    readonly loginModule: '';
    readonly hasBrokerDisclaimer: boolean;
    readonly isTradeAvailable: boolean;
  };
};

const callerOf = (kind: Kind): Caller => ({
  user_id: null,
  profession: '',
  plan: null,
  promotional: false,
  kyc_gate: null,
  publisher: false,
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

/** A parameter that may not be left out. */
const NEEDS_PARAMETER = /:\w+(?!\w*\?)(\/|$)/;

/** Patterns of the framed screens that the manifests have for somebody and that need no parameter. */
export function screensFor(kind: Kind): string[] {
  const caller = callerOf(kind);
  const theirs = ROUTES.filter((route) => isOneOf(route.for, caller) && opens(route, caller)).map((route) =>
    route.menu && !isOneOf(route.menu.for, caller) ? { ...route, menu: undefined } : route,
  );
  return theirs.filter((route) => route.layout === 'frame' && !NEEDS_PARAMETER.test(route.path) && !givesWay(route, theirs)).map(({ path }) => path);
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

/** A page by its module: two modules may have pages of one name. */
const pageOf = ({ module, page }: Route): string => `${module}/${page}`;

/** The pages of all modules that none of these paths shows, as `<module>/<key of the page>`. */
export function pagesWithout(paths: readonly string[]): string[] {
  const shown = new Set(paths.flatMap((path) => screenAt(ROUTES, path)?.route ?? []).map(pageOf));
  return [...new Set(ROUTES.map(pageOf))].filter((page) => !shown.has(page));
}

/** Accounts of the demo by what they may open, the plainest first. */
const ACCOUNTS = [
  { as: 'Pro investor', kind: { user_id: 'somebody', profession: 'Retail Investor', plan: 'Pro' } },
  { as: 'verified expert', kind: { user_id: 'somebody', profession: 'Analyst', registered: true, verified: true } },
  { as: 'admin', kind: { user_id: 'somebody', profession: 'Market Expert', is_admin: true } },
] as const satisfies readonly { as: string; kind: Kind }[];

export interface Unlisted {
  /** As `pagesWithout` names it. */
  readonly page: string;
  /** The address without what may be left out of it. */
  readonly path: string;
  /** Who may open it; nobody has to be signed in without. */
  readonly as?: (typeof ACCOUNTS)[number]['as'];
}

/** A route of each page that none of these paths shows, where it needs no parameter and one of the accounts may open it. */
export function unlisted(paths: readonly string[]): Unlisted[] {
  return pagesWithout(paths).flatMap((page): Unlisted[] => {
    const route = ROUTES.find((one) => pageOf(one) === page && !NEEDS_PARAMETER.test(one.path));
    if (!route) return [];
    const path = route.path.replace(/\/:.*$/, '') || '/';
    if (opens(route, callerOf({}))) return [{ page, path }];
    const account = ACCOUNTS.find(({ kind }) => opens(route, callerOf(kind)));
    return account ? [{ page, path, as: account.as }] : [];
  });
}

/** Subjects of the demo for the parts of a path that may be left out. */
const SUBJECTS: Readonly<Record<string, string>> = { stock: 'RELIANCE', symbol: 'RELIANCE', stock_name: 'TCS', stock_id: 'RELIANCE', indice: 'NIFTY' };

/** An address of each page that somebody may open, about something where it can be. */
export function addressesFor(kind: Kind): string[] {
  const caller = callerOf(kind);
  const theirs = ROUTES.filter((route) => route.layout === 'frame' && isOneOf(route.for, caller) && opens(route, caller) && !NEEDS_PARAMETER.test(route.path));
  const first = theirs.filter((route, at) => theirs.findIndex((other) => pageOf(other) === pageOf(route)) === at);
  return first.map(({ path }) => path.replace(/\/:(\w+)\?/g, (_part, name: string) => (SUBJECTS[name] ? `/${SUBJECTS[name]}` : '')));
}
