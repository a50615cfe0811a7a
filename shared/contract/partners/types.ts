import * as z from 'zod/mini';

export const partnerForm = z.object({
  /** `{partner}` in the addresses of its calls; brokers on the same system share one. */
  route: z.string(),
  /** `year-of-birth` is asked with client ID and password; the others after them (S2.4-PARTNER-A01). */
  factor: z.enum(['pin', 'otp', 'year-of-birth']),
  /** Step one gives a token that step two repeats (S7-PARTNER-04). */
  token: z.boolean(),
  /** The disclaimer opens with the form (S2.4-PARTNER-09). */
  disclaimer: z.boolean(),
});

export type PartnerForm = z.output<typeof partnerForm>;

/** One partner environment, field names as in spec section 3. Colours are `#rrggbb`. */
export const environment = z.object({
  /** Logo width in px (S3-ENV-O02). */
  width: z.number(),
  isVimarshAuth: z.boolean(),
  /** Display name. */
  utm_source: z.string(),
  /** Host key: a host containing it in lower case belongs to this partner. */
  utm_source_str: z.string(),
  title: z.string(),
  logo: z.string(),
  brokerId: z.number(),
  optionsTrade: z.boolean(),
  isTradeAvailable: z.boolean(),
  byPassLogin: z.boolean(),
  loginModule: z.enum(['', 'two-step', 'zebu']),
  /** How the partner’s own sign-in form works (S2.4-PARTNER-O01); only with a `loginModule`. */
  partnerForm: z.optional(partnerForm),
  hostUrl: z.string(),
  isHybridModel: z.boolean(),
  isLoginWithCredentials: z.boolean(),
  isChatAvailable: z.boolean(),
  /** Exactly one tier per partner (S1-WL-09). */
  tier: z.enum(['brokerWithoutPlans', 'brokerWithPlans']),
  hideLogout: z.boolean(),
  /** Its customers live inside an app: their accounts say so, and have no Logout (S2.5-MENU-O01, S8-ERR-O02). */
  appSource: z.optional(z.literal('paytm')),
  hasBrokerDisclaimer: z.boolean(),
  /** Two named sources go to `/` after login (S4-AFTER-08). */
  afterLoginHome: z.boolean(),
  fontFamily: z.optional(z.string()),
  googleFont: z.optional(z.string()),
  primaryColor: z.optional(z.string()),
  secondaryColor: z.optional(z.string()),
  chatBannerWeb: z.optional(z.string()),
  chatBannerMobile: z.optional(z.string()),
  chatSlidingBanner: z.optional(z.string()),
  expertBuzzSlidingBanner: z.optional(z.string()),
  newsSection: z.optional(z.string()),
  landingPageBackground: z.optional(z.string()),
});

export type Environment = z.output<typeof environment>;

export const broker = z.object({
  id: z.number(),
  title: z.string(),
  logo: z.string(),
  redirection_url: z.string(),
  model_type: z.enum(['own-auth', 'redirect', 'two-step']),
  is_trading_available: z.boolean(),
  broker_name: z.string(),
  redirect_url: z.object({ sign_in: z.string(), sign_up: z.string() }),
});

export type Broker = z.output<typeof broker>;

export const authOption = z.object({
  google_enable: z.boolean(),
  fb_enable: z.boolean(),
  credential_enable: z.boolean(),
  sign_up: z.boolean(),
});

const base64url = (least: number, most: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, 'Not base64url'), z.minLength(least, 'Too short'), z.maxLength(most, 'Too long'));

const jwk = {
  kid: z.string().check(z.regex(/^[\w.-]{1,60}$/, 'Not a key id')),
  use: z.optional(z.literal('sig')),
  alg: z.optional(z.string().check(z.maxLength(20))),
};

/** A public key a broker's server proves its app with, as JWK. Strict, so that a private one never gets in by mistake. */
export const proofKey = z.discriminatedUnion('kty', [
  z.strictObject({ ...jwk, kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: base64url(43, 43) }),
  z.strictObject({ ...jwk, kty: z.literal('EC'), crv: z.literal('P-256'), x: base64url(43, 43), y: base64url(43, 43) }),
  /** 2048 bits or more. */
  z.strictObject({ ...jwk, kty: z.literal('RSA'), n: base64url(342, 1400), e: base64url(1, 8) }),
]);

export type ProofKey = z.output<typeof proofKey>;
