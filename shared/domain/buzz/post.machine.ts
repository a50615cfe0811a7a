import { setup, transition } from 'xstate';
import type { PostStatus } from '../../contract/buzz/types.ts';

/** The clock publishes what is due, reports bring a post to review, and a closed account takes its posts along. */
export type PostActor = 'author' | 'moderator' | 'clock' | 'reports';

export type PostEvent =
  | { readonly type: 'EDIT' | 'SCHEDULE' | 'UNSCHEDULE' | 'FLAG' | 'WITHDRAW' | 'APPROVE' | 'REMOVE' | 'RESTORE'; readonly by: PostActor }
  | { readonly type: 'PUBLISH'; readonly by: PostActor /** Nothing goes live before a moderator approved it. */; readonly reviewed_first: boolean };

const publish = [
  { target: 'under_review', guard: 'reviewFirst', description: 'while publications are reviewed first' },
  { target: 'live', guard: 'byAuthorOrClock', description: 'with the register entry and the disclosure of this moment' },
] as const;

/**
 * The life of a post (product B.2). Text is published as the author wrote it or not at all: only the author edits, and whatever was published
 * leaves a tombstone. Rights, limits and times are checked beside it.
 */
export const postMachine = setup({
  types: { events: {} as PostEvent },
  guards: {
    byAuthor: ({ event }) => event.by === 'author',
    byModerator: ({ event }) => event.by === 'moderator',
    byReports: ({ event }) => event.by === 'reports',
    byAuthorOrClock: ({ event }) => event.by === 'author' || event.by === 'clock',
    reviewFirst: ({ event }) => event.type === 'PUBLISH' && event.reviewed_first && (event.by === 'author' || event.by === 'clock'),
  },
}).createMachine({
  id: 'post',
  initial: 'draft',
  states: {
    draft: {
      on: {
        EDIT: { target: 'draft', guard: 'byAuthor', description: 'nobody else has seen it' },
        SCHEDULE: { target: 'scheduled', guard: 'byAuthor', description: 'at a later time' },
        PUBLISH: publish,
      },
    },
    scheduled: {
      on: {
        EDIT: { target: 'scheduled', guard: 'byAuthor', description: 'nobody else has seen it' },
        SCHEDULE: { target: 'scheduled', guard: 'byAuthor', description: 'at another time' },
        UNSCHEDULE: { target: 'draft', guard: 'byAuthorOrClock', description: 'the author’s wish, or what is due may not be published any more' },
        PUBLISH: publish,
      },
    },
    live: {
      on: {
        EDIT: { target: 'live', guard: 'byAuthor', description: 'within 15 minutes of publication; earlier texts stay readable' },
        WITHDRAW: { target: 'removed', guard: 'byAuthor', description: 'a tombstone with the author’s reason' },
        FLAG: {
          target: 'under_review',
          guard: 'byReports',
          description: 'three members with a plan or an account of a week reported it, and no moderator let it stand before',
        },
        REMOVE: { target: 'removed', guard: 'byModerator', description: 'a tombstone with a reason' },
      },
    },
    under_review: {
      on: {
        APPROVE: { target: 'live', guard: 'byModerator', description: 'it stands where it stood, or is published now' },
        WITHDRAW: { target: 'removed', guard: 'byAuthor', description: 'a tombstone with the author’s reason' },
        REMOVE: { target: 'removed', guard: 'byModerator', description: 'a tombstone with a reason' },
      },
    },
    removed: {
      on: { RESTORE: { target: 'live', guard: 'byModerator', description: 'another moderator granted the author’s appeal' } },
    },
  },
});

/** The status after an event; null where the post refuses it. */
export function movePost(status: PostStatus, event: PostEvent): PostStatus | null {
  const before = postMachine.resolveState({ value: status });
  return before.can(event) ? (transition(postMachine, before, event)[0].value as PostStatus) : null;
}
