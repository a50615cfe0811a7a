import type { OrderWay } from '@vimarsh/shared/contract/trading/types.ts';
import type { BrokerTakes } from '@vimarsh/shared/domain/trading/ticket/ticket-facts.ts';
import type { Brokers, KnownBroker } from '../../brokers/index.ts';
import type { Calls } from '../../calls/index.ts';
import type { Identity } from '../../identity/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { BrokerPages } from '../brokers/broker-pages.ts';
import type { OrderBroker, TradingSession } from '../brokers/port.ts';
import type { OrderEngine } from '../engine/order-engine.ts';
import type { TradingMarket } from '../market-facts.ts';
import type { AccountKey } from '../store/account.store.ts';

/** How orders reach a broker here, and why so. */
export interface BrokerWay {
  readonly broker: OrderBroker;
  readonly way: OrderWay;
  readonly why: string;
  readonly simulated: boolean;
  /** Where its customers confirm; null where orders go by API. */
  readonly page: BrokerPages | null;
  readonly takes: BrokerTakes;
  readonly mayCancel: boolean;
  /** Calls of all customers together in a second: what the broker takes, or less where its approval says so. */
  readonly perSecond: number;
}

/** What the routes of trading stand on. */
export interface TradingParts {
  readonly platform: Platform;
  readonly market: TradingMarket;
  readonly identity: Pick<Identity, 'pans'>;
  readonly calls: Pick<Calls, 'readableCall' | 'cardsOf' | 'hasOpenCall'>;
  readonly brokers: Pick<Brokers, 'known' | 'sessionOf'>;
  readonly engine: OrderEngine;
  /** Null: nobody trades with this broker here. */
  wayOf(broker_id: number): BrokerWay | null;
  /** The customer's open session as their broker is asked in it; null: over, or never opened. */
  customerOf(account: AccountKey): Promise<TradingSession | null>;
  /** Whether one more book of a broker may be read now. */
  mayRead(account: AccountKey): Promise<boolean>;
}

export interface TradingPlace {
  readonly account: AccountKey;
  readonly known: KnownBroker;
  readonly way: BrokerWay;
  readonly partner_key: string;
}

type Asker = { readonly caller: { readonly user_id: string } | null; readonly partner: { readonly brokerId: number; readonly utm_source_str: string } | null };

/** The caller’s account at the broker of this site. Throws BROKER_UNKNOWN where the site has none that trades. */
export function tradingPlaceOf({ brokers, wayOf }: Pick<TradingParts, 'brokers' | 'wayOf'>, { caller, partner }: Asker): TradingPlace {
  if (!partner) throw new Fail('BROKER_UNKNOWN');
  const way = wayOf(partner.brokerId);
  if (!way) throw new Fail('BROKER_UNKNOWN');
  return {
    account: { user_id: caller!.user_id, broker_id: partner.brokerId },
    known: brokers.known(partner.brokerId),
    way,
    partner_key: partner.utm_source_str,
  };
}
