/** The token a broker's page sent back with the browser. */
export interface Handed {
  /** `code`, a request token, or `secure_token` (S2.4-QUERY-03, -04). */
  readonly token: string;
  /** The whole address at arrival, with its query (S7-BROKER-A01). */
  readonly url: string;
}

/** What the address of the login page requests (spec 2.4). */
export interface LoginQuery {
  /** `referral` and `plan=register` open the sign-up form. */
  readonly signUp: boolean;
  /** The referral code, kept even when sign-up is closed (S2.4-QUERY-A04). */
  readonly referral: string;
  /** Null when absent: the target after login is not overridden (S2.4-QUERY-A03). */
  readonly widgetAccess: string | null;
  readonly brokerId: number | null;
  readonly handed: Handed | null;
  /** Back from Google: the whole address at arrival. */
  readonly google: string | null;
  /** A user of the partner whose addresses we first turn into ours (S2.4-QUERY-A01). */
  readonly sio: boolean;
  /** The broker already shows our screens inside its own, so we don't ask about a broker account. */
  readonly integrated: boolean;
  /** The user left the broker's page without signing in. */
  readonly cancelled: boolean;
}

/** The longest referral code the server accepts. */
const LONGEST_REFERRAL = 40;
/** The parameters in which brokers hand over their token: XTS uses `session`, Kite `request_token`. */
const TOKENS = ['code', 'request_token', 'request-token', 'session', 'secure_token'] as const;

/** Prefix of the OAuth states the server issues for Google. */
const GOOGLE_STATE = 'google.';

export function readLoginQuery(query: URLSearchParams, url: string): LoginQuery {
  const referral = (query.get('referral') ?? '').trim().slice(0, LONGEST_REFERRAL);
  const token = TOKENS.map((name) => query.get(name)).find(Boolean) ?? '';
  const google = (query.get('state') ?? '').startsWith(GOOGLE_STATE);
  const brokerId = query.get('brokerId') ?? '';
  return {
    signUp: referral !== '' || query.get('plan') === 'register',
    referral,
    widgetAccess: query.get('widget_access'),
    brokerId: /^\d{1,6}$/.test(brokerId) ? Number(brokerId) : null,
    handed: token && !google ? { token, url } : null,
    google: google && token ? url : null,
    sio: query.get('userWith') === 'SIO',
    integrated: query.get('bl_api_integrated') === 'true',
    cancelled: query.has('error'),
  };
}
