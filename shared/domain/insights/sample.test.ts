import { expect, test } from 'vitest';
import { sampled, tooFew } from './sample.ts';

test('a figure with too small a sample is refused with the size it has and needs, and is never computed', () => {
  const never = (): number => {
    throw new Error('worked out all the same');
  };
  const figure = sampled(12, 20, never);
  expect(figure).toEqual({ value: null, have: 12, need: 20 });
  expect(tooFew(figure)).toBe('not enough data: 12 of 20 sessions');
  expect(sampled(20, 20, () => 0)).toEqual({ value: 0 });
  expect(tooFew(sampled(20, 20, () => 0))).toBe('');
});
