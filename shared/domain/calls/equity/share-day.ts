import type { Call } from '../../../contract/calls/types.ts';
import { istDay } from '../../market/ist-day.ts';

/** The IST day on whose share count a call's levels are: an entered call goes by each split until it ends, one that waits by none. */
export const shareDay = ({ published_at, entry_fill, ended_at }: Pick<Call, 'published_at' | 'entry_fill' | 'ended_at'>, today: string): string =>
  entry_fill ? (ended_at ? istDay(new Date(ended_at)) : today) : istDay(new Date(published_at));
