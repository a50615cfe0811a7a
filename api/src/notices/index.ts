export { createNotices, type Notices } from './create-notices.ts';
export type { Follower, Lots } from './order.ts';
export type { Facts, Happening, Letter, Source } from './source.ts';
