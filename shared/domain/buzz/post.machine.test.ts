import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { POST_STATUSES, type PostStatus } from '../../contract/buzz/types.ts';
import { movePost, type PostActor, type PostEvent, postMachine } from './post.machine.ts';

const ACTORS: readonly PostActor[] = ['author', 'moderator', 'clock', 'reports'];
const TYPES = ['EDIT', 'SCHEDULE', 'UNSCHEDULE', 'FLAG', 'WITHDRAW', 'APPROVE', 'REMOVE', 'RESTORE'] as const;
const EVENTS: readonly PostEvent[] = ACTORS.flatMap((by) => [
  ...TYPES.map((type) => ({ type, by }) as const),
  ...[true, false].map((reviewed_first) => ({ type: 'PUBLISH', by, reviewed_first }) as const),
]);
const nameOf = (event: PostEvent): string => `${event.type} by ${event.by}${event.type === 'PUBLISH' && event.reviewed_first ? ', reviewed first' : ''}`;

const PUBLISH = {
  'PUBLISH by author': 'live',
  'PUBLISH by clock': 'live',
  'PUBLISH by author, reviewed first': 'under_review',
  'PUBLISH by clock, reviewed first': 'under_review',
} as const;

/** What each status takes, and from whom. Everything else is refused. */
const MOVES: Readonly<Record<PostStatus, Readonly<Record<string, PostStatus>>>> = {
  draft: { 'EDIT by author': 'draft', 'SCHEDULE by author': 'scheduled', ...PUBLISH },
  scheduled: {
    'EDIT by author': 'scheduled',
    'SCHEDULE by author': 'scheduled',
    'UNSCHEDULE by author': 'draft',
    'UNSCHEDULE by clock': 'draft',
    ...PUBLISH,
  },
  live: { 'EDIT by author': 'live', 'WITHDRAW by author': 'removed', 'FLAG by reports': 'under_review', 'REMOVE by moderator': 'removed' },
  under_review: { 'APPROVE by moderator': 'live', 'WITHDRAW by author': 'removed', 'REMOVE by moderator': 'removed' },
  removed: { 'RESTORE by moderator': 'live' },
};

test.each(POST_STATUSES.flatMap((status) => EVENTS.map((event) => [status, nameOf(event), event] as const)))('%s, %s', (status, name, event) => {
  expect(movePost(status, event)).toBe(MOVES[status][name] ?? null);
});

test('each status of the contract is a state, and there are no others', () => {
  expect(Object.keys(postMachine.states)).toEqual([...POST_STATUSES]);
});

const ACTOR_WORDS: Readonly<Record<string, string>> = {
  byAuthor: 'author',
  byModerator: 'moderator',
  byReports: 'reports',
  byAuthorOrClock: 'author, clock',
  reviewFirst: 'author, clock',
};

/** The table state × event → state, as the machine says it. */
function table(): string {
  const rows = Object.values(postMachine.states).flatMap((state) =>
    [...state.transitions].flatMap(([event, transitions]) =>
      transitions.map(
        ({ target, guard, description }) =>
          `| ${state.key} | ${event} | ${ACTOR_WORDS[String(guard)]} | ${target?.map(({ key }) => key).join()} | ${description} |`,
      ),
    ),
  );
  return ['| State | Event | By | Next | |', '|---|---|---|---|---|', ...rows].join('\n');
}

test('the README’s table is the machine’s', () => {
  expect(readFileSync(new URL('README.md', import.meta.url), 'utf8')).toContain(table());
});
