/**
 * Every failure has a code, one sentence for the user and one for the engineer. `npm run docs` lists them.
 * A handler may replace the user's sentence by a more exact one; the code stays.
 */
export const ERRORS = {
  BAD_REQUEST: { http: 400, user: 'Some details are not valid. Check the marked fields.', engineer: 'The input broke the route’s schema; see problems.' },
  BAD_JSON: { http: 400, user: 'The request could not be read.', engineer: 'The body is not valid JSON or not UTF-8.' },
  TOO_LARGE: { http: 413, user: 'That is too much data for one request.', engineer: 'The body exceeds the limit of the route.' },
  NOT_FOUND: { http: 404, user: 'That could not be found.', engineer: 'Unknown id or path, or not visible to this caller.' },
  METHOD: { http: 405, user: 'That action is not available here.', engineer: 'Known path, other method.' },
  SESSION_ENDED: { http: 401, user: 'Please login again', engineer: 'No bearer, or it is forged, expired or revoked.' },
  TOKEN_REUSED: { http: 401, user: 'Please login again', engineer: 'A refresh token was used twice; the session family is revoked.' },
  FORBIDDEN: { http: 403, user: 'You can’t do that with this account.', engineer: 'The caller’s role, plan or partner does not allow it.' },
  RATE: { http: 429, user: 'Too many attempts. Wait a moment and try again.', engineer: 'A rate limit was hit; see retry_after (seconds).' },
  RETRY: { http: 503, user: 'We are busy for a moment. Nothing was lost; try again.', engineer: 'Draining or a dependency is away.' },
  INTERNAL: { http: 500, user: 'Something failed on our side. Nothing was saved; try again.', engineer: 'Unhandled; look up the request id.' },
  CREDENTIALS: { http: 200, user: 'The e-mail or password is not right.', engineer: 'Unknown user or wrong password.' },
  LOCKED_OUT: { http: 200, user: 'Too many wrong attempts. Try again in 15 minutes.', engineer: 'The account or challenge is locked.' },
  OTP_WRONG: { http: 200, user: 'Please enter valid OTP', engineer: 'Code does not match the open challenge.' },
  OTP_SPENT: { http: 200, user: 'This OTP is no longer valid. Ask for a new one.', engineer: 'Expired, used, superseded or five wrong tries.' },
  OTP_WAIT: { http: 200, user: 'Wait before asking for another OTP.', engineer: 'Resend interval not over; see retry_after (seconds).' },
  ACCOUNT_NOT_FOUND: { http: 200, user: 'Account not found', engineer: 'A correct OTP for a number without account.' },
  USER_EXISTS: { http: 200, user: 'User already exists', engineer: 'A correct sign-up OTP for a number with an account.' },
  PASSWORD_REUSED: {
    http: 200,
    user: 'You used this password before. Choose another one.',
    engineer: 'Equal to the current or one of the last five passwords.',
  },
  NO_PASSWORD: {
    http: 200,
    user: 'This account has no password yet. Set one with ‘Forgot password?’ on the login page.',
    engineer: 'The caller signs in by OTP, Google or a partner only.',
  },
  PUBLISH_RULE: { http: 200, user: 'This call breaks a publishing rule.', engineer: 'See problems: one row per failed rule id.' },
  NOT_VERIFIED: { http: 200, user: 'Only verified experts can publish.', engineer: 'The caller is not an expert with status verified.' },
  FEED_STALE: { http: 200, user: 'Prices are not up to date, so nothing can be published now.', engineer: 'The feed is older than 15 s within the session.' },
  CALL_CLOSED: { http: 200, user: 'This call is already closed.', engineer: 'Lifecycle event on a closed call.' },
  NOT_ENTITLED: { http: 403, user: 'Your plan does not include this.', engineer: 'Entitlement matrix refused.' },
  PERF_NOT_ALLOWED: { http: 403, user: 'Past performance is not shown here.', engineer: 'perfPolicy forbids it.' },
  UNKNOWN_SYMBOL: { http: 404, user: 'We don’t know this stock.', engineer: 'No instrument with that symbol.' },
  SYMBOL_DELISTED: { http: 404, user: 'This stock is no longer listed.', engineer: 'The instrument’s status is delisted; its history stays with its calls.' },
  NO_PRICES: { http: 404, user: 'There are no prices of this stock yet.', engineer: 'A known instrument without any price on the feed.' },
  NO_DERIVATIVES: { http: 404, user: 'There are no options on this symbol.', engineer: 'A known instrument without an option chain on this feed.' },
  NO_EXPIRY: { http: 404, user: 'There is no such expiry.', engineer: 'The expiry is not listed for this underlying now.' },
  KEY_MISSING: { http: 403, user: 'Widget not enabled', engineer: 'No broker_access_key given.' },
  KEY_UNKNOWN: { http: 403, user: 'Widget not enabled', engineer: 'The access key does not exist.' },
  KEY_REVOKED: { http: 403, user: 'Widget not enabled', engineer: 'The access key was revoked.' },
  ORIGIN_DENIED: { http: 403, user: 'Widget not enabled', engineer: 'The page’s origin is not on the key’s list.' },
  WIDGET_SCOPE: { http: 403, user: 'Widget not enabled', engineer: 'The key does not include this widget.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;
