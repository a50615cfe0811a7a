import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOT, stepAside } from './place-dots.ts';

test('equal dots stand beside each other: five losses of one day are five dots', () => {
  expect(stepAside(Array.from({ length: 5 }, () => ({ x: 0.5, y: 0.9 })))).toEqual([0, 12, -12, 24, -24]);
});

test('dots with room stay on their day', () => {
  expect(
    stepAside([
      { x: 0.1, y: 0.9 },
      { x: 0.2, y: 0.9 },
      { x: 0.2, y: 0.5 },
    ]),
  ).toEqual([0, 0, 0]);
});

test('no dot lies on another, wherever calls ended and whatever they made', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.record({ x: share, y: fc.constantFrom(0.1, 0.2, 0.5, 0.9) }), { maxLength: 60 }), (places) => {
      const aside = stepAside(places);
      const stood = places.map(({ x, y }, at) => ({ left: x * 640 + aside[at]!, top: y * 150 }));
      stood.forEach((one, at) => {
        for (const other of stood.slice(at + 1)) expect(Math.abs(one.left - other.left) > DOT - 1e-6 || Math.abs(one.top - other.top) > DOT - 1e-6).toBe(true);
      });
    }),
  );
});
