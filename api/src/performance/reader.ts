import type { Ctx } from '../platform/platform.ts';

/** The reader of figures, and the site they read on. */
export type Reader = Pick<Ctx, 'caller' | 'partner'>;
