import type { Broker, Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { Database } from '../platform/platform.ts';
import type { BrokerDesk } from './desk.ts';
import type { OpenedSession, SessionAnswer, Whose } from './session.store.ts';

/** A broker that people can sign in with: a partner with a site of its own, or one that the main site links directly. */
export interface KnownBroker {
  readonly id: number;
  readonly title: string;
  /** '' when it has no site of its own. */
  readonly partner_key: string;
  readonly site: Environment | null;
  /** Shown in the broker list. */
  readonly entry: Broker;
  /** Addresses of ours the browser may come back to. */
  readonly returns: { readonly login: string; readonly bypass: string };
}

/** The registry of brokers (sites of partners and rows of `brokers`, both read again while the server runs), and their open sessions. */
export interface Brokers {
  /** Throws BROKER_UNKNOWN for an id nobody has. */
  known(broker_id: number): KnownBroker;
  /** The broker's desk: the real one when it is configured, else the demo's, else BROKER_UNKNOWN. */
  deskOf(broker: KnownBroker): BrokerDesk;
  /** Stores what the broker opened for a customer who is linked; commits with the sign-in. */
  storeSession(tx: Database, opened: OpenedSession): Promise<void>;
  /** The open session of an account with a broker, or why there is none. */
  sessionOf(whose: Whose): Promise<SessionAnswer>;
  /** The broker takes the token no more, or its customer ends it. */
  endSession(whose: Whose): Promise<void>;
}
