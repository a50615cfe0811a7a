import { NOTICE_CHANNELS } from '@vimarsh/shared/contract/consents/types.ts';
import type { HeldNotice, PersonalData } from '../identity/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { NoticesDependencies } from './create-notices.ts';
import type { Follower } from './order.ts';
import { LOTS } from './order.ts';
import type { CallFacts, Happening, NoticeSource } from './source.ts';

/** An expert's followers by number, the same in each process. */
export const followerId = (n: number): string => `usr_${String(n).padStart(7, '0')}`;
const lotOf = (n: number): number => Math.floor((((n * 2_654_435_761) % 2 ** 32) / 2 ** 32) * LOTS);

/** A source with a crowd of followers; those in `locked` may not read. Each mail is found in the outbox, under the happening's id. */
export function crowd(followers: number, locked: ReadonlySet<string> = new Set()): NoticeSource {
  const all: Follower[] = Array.from({ length: followers }, (_, n) => ({ user_id: followerId(n), lot: lotOf(n) })).sort(byLot);
  return {
    name: 'crowd',
    countFollowers: async () => all.length,
    followers: async (_happening, { from, below }, after, limit) =>
      all.filter((follower) => follower.lot >= from && follower.lot < below && byLot(after, follower) < 0).slice(0, limit),
    readers: async (_happening, ids) => new Set(ids.filter((id) => !locked.has(id))),
    letter: async ({ id }) => ({
      ...{ kind: 'new_calls', subject: id, path: '/', text: () => 'News' },
      daily: { subject: (count) => `${count} of today`, text: `News ${id}`, foot: (site) => `Read it at ${site}.` },
    }),
  };
}

const byLot = (one: Follower, other: Follower): number => one.lot - other.lot || (one.user_id < other.user_id ? -1 : one.user_id > other.user_id ? 1 : 0);

export const happening = (id: string, change: Partial<Happening> = {}): Happening & { readonly facts: CallFacts } => ({
  id,
  source: 'crowd',
  topic: 'new_calls',
  expert_id: 'exp_01',
  about: `call-${id}`,
  first: true,
  facts: { what: 'publish', call: { id: 'call_1', kind: 'equity', stock: 'TCS', term: 'shortTerm' }, result: null, urgent: false },
  happened_at: new Date('2026-11-20T05:00:00.000Z'),
  ...(change as Partial<Happening & { facts: CallFacts }>),
});

/** People who all want every message: mails lie in the outbox, what rings on devices is in `rung`. */
export function people(platform: Platform, rung: string[] = []): NoticesDependencies['identity'] & { readonly kept: PersonalData[] } {
  const kept: PersonalData[] = [];
  return {
    kept,
    expert: async (id) => (id.startsWith('exp_') ? ({ user_id: id, full_name: `Expert ${id.slice(4)}` } as never) : null),
    contactsOf: async () => new Map(),
    known: async (ids) => new Set(ids.filter((id) => id !== 'nobody')),
    keeps: (data) => void kept.push(data),
    on: () => undefined,
    async notify(tx, _kind, user_ids, { subject, text }, { only = NOTICE_CHANNELS, hold = () => false } = {}) {
      const held: HeldNotice[] = [];
      for (const to of user_ids) {
        for (const channel of only) {
          if (hold(to, channel)) held.push({ user_id: to, channel });
          else if (channel === 'mail') await platform.outbox.send(tx, { channel, to, subject, text: text('Vimarsh'), notice: true });
          else if (channel === 'push') rung.push(`${subject} ${to}`);
        }
      }
      return held;
    },
  };
}
