import type { NotJudgeable } from '../../contract/calls/not-judgeable.ts';
import { formatDay, formatInr } from '../text/formats.ts';

/** A step of a price that keeps it from judging a call, and from reaching the level of an alert: both prices, the day, and the likely reason. */
export function stepText({ day, before, opened }: Pick<NotJudgeable, 'day' | 'before' | 'opened'>): string {
  const step = `On ${formatDay(day)} the price opened at ${formatInr(opened)} after a close of ${formatInr(before)}.`;
  if (!isStep(before, opened)) return `${step} A corporate action of that day changes prices, and nobody knows yet surely by how much.`;
  return `${step} Trading alone does not move a price that far. Most likely there was a corporate action whose terms are not known here yet.`;
}

/** The market’s own limit: an exchange stops most prices at 20 % from their last close. */
const isStep = (before: number | null, opened: number | null): boolean => before === null || opened === null || Math.abs(opened / before - 1) > 0.205;
