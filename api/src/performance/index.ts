export { createPerformance, type OpenCall, type Performance } from './create-performance.ts';
export type { FollowedCall, FollowerFill, FollowerPrice } from './follower-fills.ts';
