/** The door of identity for tests of other features. */
export { withReviews } from './public-expert.ts';
