import { DEFAULTS } from '../first-choices.ts';
import { HOME_WHEN_SIGNED_IN, PLANS } from './places.ts';

/* Addresses behind the login that code uses by name, apart from the others so that the open pages don't carry them. */

/** The same calls in a split view, grouped by stock (S2.1-ROUTE-17). */
export const SPLIT_VIEW = '/experts-past-recommendations-v2';
/** Live calls as text, for a slow line (S2.1-ROUTE-06). */
export const LITE_VIEW = '/expert-view-lite';

export const PUBLISH_CALL = '/upload-recommendation';
/** The form of a call with what is known of it: `symbol` in the path, fields of the form in the query. */
export const publishCallAddress = (symbol: string, fields: Readonly<Record<string, string>>): string =>
  `${PUBLISH_CALL}${symbol && `/${encodeURIComponent(symbol)}`}?${new URLSearchParams(fields)}`;
export const MY_CALLS = '/past-recommendations';

/** A signed-in person's own desk (S2.1-ROUTE-07). */
export const MY_DESK = '/my-dashboard';
/** All calls in counts, for admins (S2.1-ROUTE-13). */
export const PRODUCT_ANALYTICS = '/vimarsh-dashboard-analytics';

/** Lists that a person keeps, of stocks and of option contracts (S2.1-ROUTE-15, S2.1-ROUTE-16). */
export const EQUITY_WATCHLIST = '/equity-watchlist';
export const OPTIONS_WATCHLIST = '/options-watchlist';

/** Experts' calls on one stock: its live calls, or those that ended. */
export const callsOn = (symbol: string, view: 'live' | 'past'): string =>
  `${HOME_WHEN_SIGNED_IN}/${encodeURIComponent(symbol)}?term=all${view === 'past' ? '&view=past&period=ALL' : ''}`;
/** Live calls of one expert, whatever their term. */
export const callsOfExpert = (user_id: string): string => `${HOME_WHEN_SIGNED_IN}/-/${encodeURIComponent(user_id)}?term=all`;

/** Experts' option calls, live and past (S2.1-ROUTE-23). */
export const OPTION_CALLS = '/expert-past-strategy-options';
/** An expert's own option calls, or those of the experts an investor follows (S2.1-ROUTE-24). */
export const MY_OPTION_CALLS = '/past-strategy-options';
/** Where calls of each kind are read, and where their authors add to them. */
const CALL_PAGES = new Map([
  ['equity', { all: HOME_WHEN_SIGNED_IN, own: MY_CALLS }],
  ['options', { all: OPTION_CALLS, own: MY_OPTION_CALLS }],
]);
/** A call of one's own that ended, open where its author adds to it. */
export function myEndedCall(id: string, kind: string): string {
  const page = CALL_PAGES.get(kind);
  return page ? `${page.own}?tab=closed&reco=${encodeURIComponent(id)}` : HOME_WHEN_SIGNED_IN;
}
export const PUBLISH_OPTIONS = '/publish-recommendation-options';
/** One option call, open over the list that its reader may open. */
export const optionCallAddress = (id: string): string => `${OPTION_CALLS}?reco=${encodeURIComponent(id)}`;
/** A call of any kind, for who is signed in; of a kind without a screen, the list of calls. */
export function memberCallAddress({ kind, id }: { readonly kind: string; readonly id: string }): string {
  const page = CALL_PAGES.get(kind);
  return page ? `${page.all}?reco=${encodeURIComponent(id)}` : HOME_WHEN_SIGNED_IN;
}

export const CHANGE_PASSWORD = '/change-password';
export const PROFILE_UPDATE = '/profile-update';
export const MY_ACCOUNT = '/my-account';
/** The tab of the account with one’s code and what it brought. */
export const earnAddress = (): string => `${MY_ACCOUNT}?tab=${DEFAULTS.efsSubmenu}`;
/** The tab of the account with the bank account for refunds. */
export const BANK_TAB = `${MY_ACCOUNT}?tab=bank`;
/** The tab of the account with the risk that an investor can bear. */
export const RISK_PROFILE = `${MY_ACCOUNT}?tab=risk`;
/** The tab of the account with the field for one's PAN, while a plan waits for it. */
export const PAN_PLACE = `${MY_ACCOUNT}?tab=plan`;
/** An offer on its way to be paid, and what became of an order. */
export const checkoutAddress = (method: string, plan: string, days: number, coupon = ''): string =>
  `${PLANS}/${method}?plan=${plan}&days=${days}${coupon && `&coupon=${encodeURIComponent(coupon)}`}`;
export const orderAddress = (id: string): string => `${PLANS}/status?order=${id}`;
export const CATEGORIES = '/data-categorisation';
/** Orders through a linked broker, and its books (S2.1-ROUTE-19). */
export const TRADING = '/trading';
/** One order through a broker, open over the list of orders. */
export const tradeOrderAddress = (id: string): string => `${TRADING}/orders?order=${encodeURIComponent(id)}`;

/** Experts who can be asked for a chat (S2.1-ROUTE-08), and the chats of an investor or an expert (S2.1-ROUTE-09). */
export const CHAT_EXPERTS = '/expert-list';
export const CHATS = '/chat';
/** `at`: the number of a message, at which the thread opens. */
export const chatRoom = (room: string, at?: number): string => `${CHATS}?room=${encodeURIComponent(room)}${at === undefined ? '' : `&at=${at}`}`;

/** What experts write (S2.1-ROUTE-21), one post of it (S2.1-PARAM-12), and a member’s own part of it (S2.1-ROUTE-22). */
export const EXPERT_BUZZ = '/expert-buzz';
export const MY_POSTS = '/my-posts';
export const buzzPostAddress = (post: string): string => `${EXPERT_BUZZ}/${encodeURIComponent(post)}`;

/** Cases of moderation, for admins, and one of them beside a filtered list. */
export const CASES = '/cases';
export function caseAddress(id: string, filter: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...filter, ...(id && { case: id }) }).toString();
  return query ? `${CASES}?${query}` : CASES;
}

/** Exports and holds of what was said, for admins; with a chat, the form for its export. */
export const COMMUNICATIONS = '/communications';
export const exportOfChat = (room: string): string => `${COMMUNICATIONS}?room=${encodeURIComponent(room)}`;
