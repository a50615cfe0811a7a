/**
 * Addresses that code uses by name. A screen's own entry is in its `module.json`; only addresses needed elsewhere are here,
 * so that each is written once: here, and in `member-places.ts` what nobody sees before the login. Nowhere else is an address a literal
 * (checked on every commit).
 */
export const PUBLIC_HOME = '/';
/** Where a signed-in user starts by default (S4-AFTER-O01). */
export const HOME_WHEN_SIGNED_IN = '/experts-past-recommendations';
/** Parent layout of every screen that needs a login. Its children keep root paths (S2.1-GROUP-A01). */
export const SIDE_NAV = '/side-nav';

export const LOGIN = '/login';
/** The login with its sign-up form open (S2.4-QUERY-08). */
export const SIGN_UP = `${LOGIN}?plan=register`;
/** The same with somebody’s code, which is kept until it is sent (S2.4-QUERY-01). */
export const invitation = (code: string): string => `${LOGIN}?referral=${code}`;
export const AUTH_BYPASS = '/auth-bypass';
export const VERIFY_OTP = '/verify-otp';
export const FORGOT_PASSWORD = '/forgot-password';
export const SET_NEW_PASSWORD = '/set-new-password';
export const PLANS = '/pricing';
export const INVESTORS = '/retail-investors';
/** What each plan costs and opens, where they can't be bought yet. */
export const PLAN_TABLE = `${INVESTORS}#plans`;

/** Experts of this site: for members, and as anybody may read of them. */
export const EXPERT_STORE = '/expert-store';
export const PERFORMERS = '/performers';
/** One expert and their record (S2.1-ROUTE-11). Without an id: one's own. */
export const EXPERT_PAGE = '/expert-dashboard';
export const expertPage = (user_id: string): string => `${EXPERT_PAGE}?user_id=${encodeURIComponent(user_id)}`;

/**
 * Everything about one stock or index. The specification has no address for it; a short one that reads aloud and holds its symbol
 * is what people send each other.
 */
export const STOCKS = '/stocks';
export const stockPage = (symbol: string): string => `${STOCKS}/${encodeURIComponent(symbol)}`;
/** One call, open over the list that its reader may open. */
export const callAddress = (id: string, signedIn: boolean): string => `${signedIn ? HOME_WHEN_SIGNED_IN : PUBLIC_HOME}?reco=${encodeURIComponent(id)}`;

export const MARKET_SENTIMENT = '/market-sentiment';
export const EQUITY_INSIGHTS = '/equity-insights';
export const OPTIONS_INSIGHTS = '/options-insights';
export const WIDGET_CONFIGURATOR = '/business-partners/widgets';
/** Served in a frame, without the portal. */
export const SENTIMENT_WIDGET = '/market-sentiment-widget';

/** Where anybody checks a receipt or a call against the public log; a receipt's line stands behind `#`. */
export const HOW_TO_CHECK = '/how-to-check-us';

export const BOOK_DEMO = '/book-demo';
export const CONTACT_US = '/retail-side/contact-us';
export const TERMS_AND_CONDITIONS = '/retail-side/terms-condition';
/** What a buyer of the Publisher plan agrees to, and how that plan ends. */
export const EXPERT_TERMS = '/advisors/expert-side/terms-condition';
export const EXPERT_REFUNDS = '/advisors/expert-side/racp';
export const COMPLIANCE = '/vimarsh-compliance';
