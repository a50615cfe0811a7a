/** What identity gives to the tests of other features. */
export { withReviews } from './public-expert.ts';
