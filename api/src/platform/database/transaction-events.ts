import type { Database } from './database.types.ts';

/** Runs inside the transaction in which the event happens; throwing rolls it back. */
export type Subscriber<Event> = (tx: Database, event: Event) => Promise<void>;

/** Subscribers of one event run one after the other, in the order in which they subscribed. */
export type Subscribe<Events> = <Name extends keyof Events>(name: Name, subscriber: Subscriber<Events[Name]>) => void;

export type Emit<Events> = <Name extends keyof Events>(tx: Database, name: Name, event: Events[Name]) => Promise<void>;

/** Typed events of one feature: `Events` maps each name to its payload. Features subscribe while the server is composed. */
export function createTransactionEvents<Events>(): { on: Subscribe<Events>; emit: Emit<Events> } {
  const subscribers: { [Name in keyof Events]?: Subscriber<Events[Name]>[] } = {};
  return {
    on(name, subscriber) {
      subscribers[name] = [...(subscribers[name] ?? []), subscriber];
    },
    async emit(tx, name, event) {
      for (const subscriber of subscribers[name] ?? []) await subscriber(tx, event);
    },
  };
}
