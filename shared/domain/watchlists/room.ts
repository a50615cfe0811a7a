import type { Segment } from '../../contract/watchlists/types.ts';
import type { Audience } from '../access/audiences.ts';
import { belongsTo } from '../access/audiences.ts';
import type { Caller } from '../access/caller.ts';
import { may } from '../access/may.ts';

/** How many lists of a segment a person may change, and how many items each may take. */
export interface Room {
  readonly lists: number;
  readonly items: number;
}

const NONE: Room = { lists: 0, items: 0 };

/** By audience, the largest first (product D.4). Who belongs to several has the first. */
const ROOMS: readonly (readonly [Audience, Room])[] = [
  ['admins', { lists: 10, items: 50 }],
  ['pro', { lists: 10, items: 50 }],
  ['premium', { lists: 5, items: 50 }],
  ['bundled', { lists: 5, items: 50 }],
  ['verifiedExperts', { lists: 5, items: 50 }],
  ['lite', { lists: 2, items: 20 }],
  ['members', { lists: 1, items: 10 }],
];

/** What the caller's plan gives. Lists of options have room of their own, where the plan has them at all. */
export function roomOf(caller: Caller, segment: Segment): Room {
  if (segment === 'options' && !may(caller, 'watchlist.options')) return NONE;
  return ROOMS.find(([audience]) => belongsTo(caller, audience))?.[1] ?? NONE;
}
