import { roomOf } from '../watchlists/room.ts';
import type { Caller } from './caller.ts';
import { may } from './may.ts';
import type { Gives } from './plan-gives.ts';

const publishes = (caller: Caller): boolean => may(caller, 'calls.publish-new');

/** What the plan of experts gives and does not, asked of the rights like those of investors. */
export const EXPERT_GIVES: readonly Gives[] = [
  { what: 'Publish new calls on shares', has: (caller) => publishes(caller) && may(caller, 'equity.publish') },
  { what: 'Publish new option calls', has: (caller) => publishes(caller) && may(caller, 'options.publish') },
  { what: 'Tighten, exit and explain calls that you published', has: (caller) => may(caller, 'equity.change', { expert_id: caller.user_id ?? '' }) },
  { what: 'Other experts’ live calls', has: (caller) => may(caller, 'equity.live', { term: 'shortTerm' }) },
  { what: 'Other experts’ ended calls at once, not a session later', has: (caller) => may(caller, 'equity.ended-at-once') },
  { what: 'Alerts on RSI and open interest', has: (caller) => may(caller, 'alerts.conditions') },
  { what: 'Watchlists of option contracts', has: (caller) => roomOf(caller, 'options').lists > 0 },
  { what: '5 watchlists of 50 stocks', has: (caller) => roomOf(caller, 'equity').lists >= 5 },
];
