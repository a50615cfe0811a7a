import type { Broker } from '../../contract/partners/types.ts';

/** Brokers a direct user may keep selected (S4-UTYPE-06). */
export const KEPT_BROKER_IDS: readonly number[] = [4, 5, 6, 9];
/** The one named broker, hidden from visitors, whose button disappears once a strategy has expired: Kadamba Wealth. */
export const HIDDEN_BROKER_ID = 58;
export const OWN_CREDENTIALS_BROKER_ID = 40;

/** Customers of this broker sign up with its own credentials (S9-LIM-24, S6-PERM-A02). */
export function isOwnCredentials(brokerId: number): boolean {
  return brokerId === OWN_CREDENTIALS_BROKER_ID;
}

/** Trading selections hide brokers whose accounts are ours (`own-auth`); the login screen shows them. */
export function filterBrokers(list: readonly Broker[], { hideOwnAuth }: { hideOwnAuth: boolean }): Broker[] {
  return list.filter((broker) => !hideOwnAuth || broker.model_type !== 'own-auth');
}

/** Visitors don't see the named broker; signed-in users see those with trading (S5-BRK-03, -04). */
export function visibleBrokers(list: readonly Broker[], { signedIn }: { signedIn: boolean }): Broker[] {
  return list.filter((broker) => (signedIn ? broker.is_trading_available : broker.id !== HIDDEN_BROKER_ID));
}

/** Brokers whose title contains the trimmed text, ignoring case. */
export function searchBrokers(list: readonly Broker[], query: string): Broker[] {
  const text = query.trim().toLowerCase();
  return list.filter((broker) => broker.title.toLowerCase().includes(text));
}

export function showBrokerSearch(count: number): boolean {
  return count > 1;
}

/** On an expired strategy the named broker's button disappears; all others stay (S5-BRK-06). */
export function showBrokerButton(brokerId: number, { strategyExpired }: { strategyExpired: boolean }): boolean {
  return !(strategyExpired && brokerId === HIDDEN_BROKER_ID);
}
