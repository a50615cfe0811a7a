/**
 * What a broker can do for a sign-in, whoever it is: an embedded one of the demo or a real one behind its public
 * interface. Every method throws `Fail`: BROKER_CREDENTIALS, BROKER_FACTOR, HANDOVER_SPENT when the broker says no;
 * BROKER_AWAY, BROKER_SLOW, BROKER_FOREIGN when it does not answer as it should.
 */
export interface BrokerDesk {
  readonly redirect?: RedirectSignIn;
  readonly handover?: HandoverSignIn;
  readonly twoStep?: TwoStepSignIn;
  readonly oneForm?: OneFormSignIn;
}

/** Who the broker says has signed in. */
export interface Customer {
  client_id: string;
  full_name: string;
  /** The broker's word on who it is, where its interface has one. */
  broker_id?: number;
}

/** A session at the broker, in its customer’s name. Whoever holds the token can place orders, so it is stored sealed and never logged. */
export interface BrokerSession {
  token: string;
  /** By the broker's own rule; the broker may end it sooner. */
  expires_at: Date;
}

export interface SignedIn {
  customer: Customer;
  session: BrokerSession;
}

/** The browser goes to the broker's page and comes back with something to exchange. */
export interface RedirectSignIn {
  /** `state` must be in the address the browser comes back to. */
  loginUrl(way: { returnTo: string; state: string }): string;
  exchange(token: string): Promise<SignedIn>;
}

/** The partner's site signs a one-time token itself and sends its customer with it. It opens no session of the broker. */
export interface HandoverSignIn {
  /** The partner's page to sign in at. */
  signInAt(way: { returnTo: string }): string;
  /** `id` is the token's own, whatever its text; after `until` the token is worth nothing anyway. */
  read(token: string): Promise<{ customer: Customer; id: string; until: Date }>;
}

/** Client ID and password, then a PIN or OTP. */
export interface TwoStepSignIn {
  validateUser(step: { client_id: string; password: string }): Promise<{ session: string }>;
  validatePin(step: { client_id: string; session: string; pin: string }): Promise<SignedIn>;
  /** Asks the broker to send a new OTP or PIN. */
  regenerate(step: { client_id: string; session: string }): Promise<void>;
}

/** Everything in one form. */
export interface OneFormSignIn {
  signIn(form: { client_id: string; password: string; factor2: string }): Promise<SignedIn>;
}
