import { roomOf } from '../watchlists/room.ts';
import type { Caller } from './caller.ts';
import { may } from './may.ts';

/** One thing that plans differ in. */
export interface Gives {
  readonly what: string;
  readonly has: (caller: Caller) => boolean;
  /** It is part of more that the caller has, so it is not told. */
  readonly within?: (caller: Caller) => boolean;
}

const lists = (count: number, items: number): Gives => ({
  what: `${count} watchlists of ${items} stocks`,
  has: (caller) => roomOf(caller, 'equity').lists >= count,
});

const longer = (caller: Caller): boolean => may(caller, 'equity.live', { term: 'longTerm' }) && may(caller, 'equity.live', { term: 'mediumTerm' });

/** What plans give, asked of the rights themselves: the table of plans can’t say what a plan does not do. */
export const GIVES: readonly Gives[] = [
  { what: 'One live call a week, chosen by its date', has: (caller) => may(caller, 'equity.pick-of-the-week'), within: longer },
  { what: 'Live short-term calls', has: (caller) => may(caller, 'equity.live', { term: 'shortTerm' }) },
  { what: 'Ended calls at once, not a session later', has: (caller) => may(caller, 'equity.ended-at-once') },
  { what: 'Live medium-term and long-term calls', has: longer },
  { what: 'Index option calls with a limited loss', has: (caller) => may(caller, 'options.live', { expert_id: '', defined_risk: true, underlying: 'index' }) },
  { what: 'Calls by category', has: (caller) => may(caller, 'categories.open', { through_broker: false }) },
  { what: 'Live intraday calls', has: (caller) => may(caller, 'equity.live', { term: 'intraday' }) },
  { what: 'All option calls, of stocks too', has: (caller) => may(caller, 'options.live', { expert_id: '', defined_risk: false, underlying: 'stock' }) },
  { what: 'Alerts on RSI and open interest', has: (caller) => may(caller, 'alerts.conditions') },
  { what: 'Saved views and files of calls by category', has: (caller) => may(caller, 'categories.keep') },
  { what: 'Chat with experts', has: (caller) => may(caller, 'chat.ask') },
  { what: 'Watchlists of option contracts', has: (caller) => roomOf(caller, 'options').lists > 0 },
  lists(2, 20),
  lists(5, 50),
  lists(10, 50),
];

/** What a caller would have with a plan once their PAN is there, and what not. Of lists that grow only the largest counts. */
export function givenBy(asked: Caller, gives = GIVES): { readonly gets: readonly string[]; readonly lacks: readonly string[] } {
  const caller = { ...asked, kyc_gate: null };
  const isRoom = (what: string) => what.endsWith('stocks');
  const had = gives.filter(({ has, within }) => has(caller) && !within?.(caller)).map(({ what }) => what);
  const rooms = had.filter(isRoom);
  const gets = [...had.filter((what) => !isRoom(what)), ...rooms.slice(-1)];
  return { gets, lacks: gives.filter(({ has, what }) => !has(caller) && !isRoom(what)).map(({ what }) => what) };
}
