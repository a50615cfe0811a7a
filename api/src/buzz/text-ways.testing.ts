import {
  assignBuzzCase,
  createPost,
  decideBuzzCase,
  editPost,
  listBuzzCases,
  listCommentedPosts,
  listOwnPosts,
  listSavedPosts,
  publishPost,
  readComments,
  readFeed,
  readPost,
  schedulePost,
  writeComment,
} from '@vimarsh/shared/contract/buzz/routes.ts';
import type { Route } from '@vimarsh/shared/contract/route.ts';

/** The texts that people write in Expert Buzz: posts, comments, notes of reports, appeals. */
export const BUZZ_TEXTS = ['post', 'comment', 'note', 'appeal'] as const;
export type BuzzText = (typeof BUZZ_TEXTS)[number];

export interface BuzzTextWay {
  readonly way: string;
  readonly to: string;
  /** What it says of a text that was removed. */
  readonly removed: 'left out' | 'empty' | 'as it was written';
  readonly texts: readonly BuzzText[];
}

const way = ({ method, path }: Route, to: string, removed: BuzzTextWay['removed'], ...texts: BuzzText[]): BuzzTextWay => ({
  way: `${method} ${path}`,
  to,
  removed,
  texts,
});

/**
 * Every way on which such a text leaves the server. An export that is to be complete, or a rule about who reads what, is looked up here; a test
 * fails where a route answers a text and does not stand in the list with it.
 */
export const BUZZ_TEXT_WAYS: readonly BuzzTextWay[] = [
  way(readFeed, 'readers', 'left out', 'post'),
  way(readPost, 'readers', 'empty', 'post', 'comment'),
  way(readComments, 'readers', 'empty', 'comment'),
  way(listSavedPosts, 'who saved it', 'left out', 'post'),
  way(listCommentedPosts, 'who commented', 'left out', 'post', 'comment'),
  way(writeComment, 'who commented', 'empty', 'comment'),
  ...[createPost, editPost, publishPost, schedulePost, listOwnPosts].map((route) => way(route, 'the author', 'empty', 'post')),
  ...[listBuzzCases, assignBuzzCase, decideBuzzCase].map((route) => way(route, 'moderators', 'as it was written', ...BUZZ_TEXTS)),
  { way: 'GET /auth/v1/export', to: 'the person who wrote it, whether it was published or refused', removed: 'as it was written', texts: BUZZ_TEXTS },
];
