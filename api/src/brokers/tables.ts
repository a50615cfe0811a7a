import type { Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';
import type { StoredState } from './session.rules.ts';

/** A broker without a site of its own. */
export interface TradingBroker {
  id: number;
  title: string;
  is_trading_available: boolean;
}

export interface BrokerTables {
  sign_in_journeys: { state_hash: string; partner_key: string; broker_id: number; device_hash: string; expires_at: Date; used_at: Date | null };
  used_handovers: { broker_id: number; token_hash: string; expires_at: Date };
  brokers: TradingBroker;
  broker_sessions: {
    partner_key: string;
    broker_id: number;
    client_id: string;
    user_id: string;
    state: StoredState;
    sealed: Buffer | null;
    expires_at: Date;
    at: Date;
  };
  broker_customers: { partner_key: string; broker_id: number; client_id: string; user_id: string; linked_at: Date };
}
export const brokerTables = (db: Database): Kysely<BrokerTables> => db;
