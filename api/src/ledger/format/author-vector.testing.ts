import { type AuthorEntry, authorChanges } from '@vimarsh/shared/domain/calls/author-entry.ts';
import { chain, emptyHeads } from '../chain.ts';
import type { NewEvent } from '../kinds.ts';
import type { Signer } from '../signing-key.ts';

const ENTRY: AuthorEntry = {
  name: 'Ananya Rao-Kulkarni',
  category: 'Analyst',
  reg_no: 'INH999900001',
  valid_to: '2029-03-31',
  nism_valid_to: '2028-06-30',
  standing: 'registered',
};

/** The record of an author who is called otherwise since a publication, signed as it was; `change`: of whom the publication names. */
export async function authorVector(signer: Signer, change: { readonly name?: string } = {}) {
  const heads = emptyHeads();
  const write = (event: Omit<NewEvent, 'expert_id'>) =>
    chain(heads, { name: event.kind, ...(event.kind === 'equity' && { unnamed: true as const }) }, { expert_id: 'exp_01', ...event }, signer);
  const enter = ({ type, entry }: ReturnType<typeof authorChanges>[number], ts: string) =>
    write({ kind: 'author', call_id: 'author_exp_01', type, payload: { ...entry }, actor: 'register', ts });
  const { name, category, reg_no } = ENTRY;
  const renamed = { ...ENTRY, name: 'Ananya Rao' };
  const opened = await enter(authorChanges(null, ENTRY)[0]!, '2026-11-20T04:00:00.000Z');
  const publication = await write({
    kind: 'equity',
    call_id: 'call_4',
    type: 'publish',
    payload: { stock: 'TCS', format: 2, author: { name, category, reg_no, ...change }, feed: 'simulated' },
    actor: 'exp_01',
    ts: '2026-11-20T05:00:00.000Z',
  });
  const changed = await enter(authorChanges(ENTRY, renamed)[0]!, '2026-11-20T06:00:00.000Z');
  const told = ({ canonical, hash, sig }: typeof opened) => ({ canonical, hash, sig });
  const shown = { user_id: 'exp_01', full_name: renamed.name, profession: category, reg_no, verified: true };
  return { events: [opened, changed].map(told), publication: told(publication), shown };
}

/** An author whose papers went under review and were accepted, and publications around it: the log's order decides, and times where it has none yet. */
export async function standingVector(signer: Signer) {
  const heads = emptyHeads();
  const { name, category, reg_no } = ENTRY;
  const write = async (kind: string, event: Omit<NewEvent, 'kind' | 'expert_id' | 'actor'>, actor: string) => {
    const ofKind = { name: kind, ...(kind === 'equity' && { unnamed: true as const }) };
    const { canonical, hash, sig, seq } = await chain(heads, ofKind, { kind, expert_id: 'exp_01', actor, ...event }, signer);
    return { canonical, hash, sig, log: { index: seq - 1 } };
  };
  const enter = (before: AuthorEntry | null, now: AuthorEntry, ts: string) => {
    const { type, entry } = authorChanges(before, now)[0]!;
    return write('author', { call_id: 'author_exp_01', type, payload: { ...entry }, ts }, 'register');
  };
  const publish = (call_id: string, ts: string) =>
    write('equity', { call_id, type: 'publish', payload: { stock: 'TCS', format: 2, author: { name, category, reg_no }, feed: 'simulated' }, ts }, 'exp_01');
  const review = { ...ENTRY, standing: 'review' as const };

  const opened = await enter(null, ENTRY, '2026-11-20T04:00:00.000Z');
  // By a clock that was two seconds ahead of the other node's.
  const ahead = await publish('call_5', '2026-11-20T05:00:01.000Z');
  const reviewed = await enter(ENTRY, review, '2026-11-20T05:00:00.000Z');
  const late = await publish('call_6', '2026-11-20T04:59:59.000Z');
  const after = await publish('call_7', '2026-11-20T05:01:00.000Z');
  const restored = await enter(review, ENTRY, '2026-11-20T06:00:00.000Z');
  const again = await publish('call_8', '2026-11-20T06:01:00.000Z');
  const unlogged = ({ log: _, ...event }: typeof after) => event;
  return {
    events: [opened, reviewed, restored],
    publications: [
      { ...ahead, holds: true },
      { ...late, holds: false },
      { ...after, holds: false },
      { ...unlogged(after), holds: false },
      { ...again, holds: true },
      { ...unlogged(again), holds: true },
    ],
  };
}
