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

export const PUBLISH_CALL = '/upload-recommendation';
export const MY_CALLS = '/past-recommendations';
export const CATEGORIES = '/data-categorisation';

export const MARKET_SENTIMENT = '/market-sentiment';
export const EQUITY_INSIGHTS = '/equity-insights';
export const OPTIONS_INSIGHTS = '/options-insights';
/** Served in a frame, without the portal. */
export const SENTIMENT_WIDGET = '/market-sentiment-widget';

export const TERMS = '/retail-side/terms-condition';
