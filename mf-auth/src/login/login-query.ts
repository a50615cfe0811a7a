/** What the address of the login page asks for (spec 2.4). */
export interface LoginQuery {
  /** `referral` and `plan=register` open the sign-up form. */
  readonly signUp: boolean;
  /** Kept as referral code even when sign-up is closed (S2.4-QUERY-A04). */
  readonly referral: string;
  /** Null when absent: no override of the target after login (S2.4-QUERY-A03). */
  readonly widgetAccess: string | null;
}

/** Most characters of a referral code the server takes. */
const LONGEST_REFERRAL = 40;

export function readLoginQuery(query: URLSearchParams): LoginQuery {
  const referral = (query.get('referral') ?? '').trim().slice(0, LONGEST_REFERRAL);
  return { signUp: referral !== '' || query.get('plan') === 'register', referral, widgetAccess: query.get('widget_access') };
}
