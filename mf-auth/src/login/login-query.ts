/** What a broker's page gave the browser to bring back. */
export interface Handed {
  /** `code`, a request token, or `secure_token` (S2.4-QUERY-03, -04). */
  readonly token: string;
  /** The whole address at arrival, with its query (S7-BROKER-A01). */
  readonly url: string;
}

/** What the address of the login page asks for (spec 2.4). */
export interface LoginQuery {
  /** `referral` and `plan=register` open the sign-up form. */
  readonly signUp: boolean;
  /** Kept as referral code even when sign-up is closed (S2.4-QUERY-A04). */
  readonly referral: string;
  /** Null when absent: no override of the target after login (S2.4-QUERY-A03). */
  readonly widgetAccess: string | null;
  readonly brokerId: number | null;
  readonly handed: Handed | null;
  /** Back from Google: the whole address at arrival. */
  readonly google: string | null;
  /** The user of a partner whose addresses we turn into ours first (S2.4-QUERY-A01). */
  readonly sio: boolean;
  /** The broker already shows our screens inside its own: no question about a broker account is asked. */
  readonly integrated: boolean;
  /** The broker's page was left without signing in. */
  readonly cancelled: boolean;
}

/** Most characters of a referral code the server takes. */
const LONGEST_REFERRAL = 40;
/** Under these names brokers hand over their token; `session` is XTS's, `request_token` Kite's. */
const TOKENS = ['code', 'request_token', 'request-token', 'session', 'secure_token'] as const;

/** States of that journey start so; the server makes them. */
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
