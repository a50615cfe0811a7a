export type { FollowedCall, FollowerFill, FollowerPrice } from '../calls/index.ts';
export { createPerformance, type OpenCall, type Performance } from './create-performance.ts';
