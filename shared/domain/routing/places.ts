/**
 * Addresses that code uses by name. A screen's own entry is in its `module.json`; only addresses needed elsewhere are here,
 * so that each is written once. Nowhere else is an address a literal (checked on every commit).
 */
export const PUBLIC_HOME = '/';
/** Where a signed-in user starts by default (S4-AFTER-O01). */
export const HOME_WHEN_SIGNED_IN = '/experts-past-recommendations';
/** Parent layout of every screen that needs a login. Its children keep root paths (S2.1-GROUP-A01). */
export const SIDE_NAV = '/side-nav';

export const LOGIN = '/login';
/** The login with its sign-up form open (S2.4-QUERY-08). */
export const SIGN_UP = `${LOGIN}?plan=register`;
export const AUTH_BYPASS = '/auth-bypass';
export const VERIFY_OTP = '/verify-otp';
export const FORGOT_PASSWORD = '/forgot-password';
export const SET_NEW_PASSWORD = '/set-new-password';
export const CHANGE_PASSWORD = '/change-password';
export const PROFILE_UPDATE = '/profile-update';
export const MY_ACCOUNT = '/my-account';
export const PLANS = '/pricing';
export const INVESTORS = '/retail-investors';
/** What each plan costs and opens, where they can't be bought yet. */
export const PLAN_TABLE = `${INVESTORS}#plans`;

export const PUBLISH_CALL = '/upload-recommendation';
export const MY_CALLS = '/past-recommendations';
export const CATEGORIES = '/data-categorisation';

/**
 * Everything about one stock or index. The specification has no address for it; a short one that reads aloud and holds its symbol
 * is what people send each other.
 */
export const STOCKS = '/stocks';
export const stockPage = (symbol: string): string => `${STOCKS}/${encodeURIComponent(symbol)}`;
/** Experts' calls on one stock: its live calls, or those that ended. */
export const callsOn = (symbol: string, view: 'live' | 'past'): string =>
  `${HOME_WHEN_SIGNED_IN}/${encodeURIComponent(symbol)}?term=all${view === 'past' ? '&view=past&period=ALL' : ''}`;
/** One call, open over the list that its reader may open. */
export const callAddress = (id: string, signedIn: boolean): string => `${signedIn ? HOME_WHEN_SIGNED_IN : PUBLIC_HOME}?reco=${encodeURIComponent(id)}`;

/** Experts' option calls, live and past (S2.1-ROUTE-23). */
export const OPTION_CALLS = '/expert-past-strategy-options';
/** An expert's own option calls, or those of the experts an investor follows (S2.1-ROUTE-24). */
export const MY_OPTION_CALLS = '/past-strategy-options';
export const PUBLISH_OPTIONS = '/publish-recommendation-options';
/** One option call, open over the list that its reader may open. */
export const optionCallAddress = (id: string): string => `${OPTION_CALLS}?reco=${encodeURIComponent(id)}`;

export const MARKET_SENTIMENT = '/market-sentiment';
export const EQUITY_INSIGHTS = '/equity-insights';
export const OPTIONS_INSIGHTS = '/options-insights';
export const WIDGET_CONFIGURATOR = '/business-partners/widgets';
/** Served in a frame, without the portal. */
export const SENTIMENT_WIDGET = '/market-sentiment-widget';

/** Where anybody checks a receipt or a call against the public log; a receipt's line stands behind `#`. */
export const HOW_TO_CHECK = '/how-to-check-us';

export const BOOK_DEMO = '/book-demo';
export const TERMS = '/retail-side/terms-condition';
export const COMPLIANCE = '/vimarsh-compliance';
