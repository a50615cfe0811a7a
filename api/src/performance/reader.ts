import type { Ctx } from '../platform/platform.ts';

/** Who reads figures, and on whose site. */
export type Reader = Pick<Ctx, 'caller' | 'partner'>;
