export type { Calls, ClosedCall, LiveCall, PublicCall, PublishedCall, RecordOfExpert } from './calls.ts';
export { type CallsDependencies, createCalls } from './create-calls.ts';
export type { FollowedCall, FollowerFill, FollowerPrice } from './follower-fill.types.ts';
export { type Outlook, outlookOn } from './outlook.ts';
export { outlookLines } from './outlook-words.ts';
export type { Computed } from './reading/changes/shared-answers.ts';
