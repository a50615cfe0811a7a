export type { Brokers, KnownBroker } from './brokers.ts';
export { createBrokers } from './create-brokers.ts';
export type { BrokerSession, Customer } from './desk.ts';
export { beginJourney, endJourney, useHandover } from './journey.store.ts';
export { eraseLinks, linkCustomer, linkedUser, linksOf, lockCustomer } from './link.store.ts';
