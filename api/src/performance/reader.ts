import type { Ctx } from '../platform/platform.ts';

/** The reader of figures, and the site they read on. */
export type PerformanceReader = Pick<Ctx, 'caller' | 'partner'>;
