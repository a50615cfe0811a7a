import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatInr } from '../../domain/text/formats.ts';
import { placeLabels } from './rail-labels.testing.ts';
import { LABEL_GAP, planLabels } from './rail-labels.ts';

const price = fc.integer({ min: 500, max: 999_999_99 }).map((paise) => formatInr(paise / 100));
const words = fc.constantFrom(['Stop', 'Entry', 'Target'], ['Published stop', 'Entered', 'Target'], ['Entry', 'Stop', 'Target']);

test('labels of a rail never meet, nor leave it, at any width from a phone of 320 px to a desk of 1440', () => {
  fc.assert(
    fc.property(
      fc.tuple(price, price, price),
      words,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 230, max: 1200 }),
      (values, names, at, width) => {
        const plan = planLabels([
          { word: names[0]!, value: values[0] },
          { word: names[1]!, value: values[1] },
          { word: names[2]!, value: values[2] },
        ]);
        const placed = placeLabels(plan, at, width).filter((label) => label !== null);
        expect(placed[0]!.left).toBeGreaterThanOrEqual(0);
        expect(placed.at(-1)!.right).toBeLessThanOrEqual(width);
        placed.slice(1).forEach((label, n) => {
          expect(label.left - placed[n]!.right).toBeGreaterThanOrEqual(LABEL_GAP - 1e-9);
        });
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  // Phones of 360 and 320 px, less the paddings of page, box and row.
  [294, ['Stop', '₹6,139.00'], ['Entry', '₹6,913.50'], '₹8,725.00'],
  [254, ['Stop', '₹6,139.00'], ['Entered', '₹6,913.50'], '₹8,725.00'],
  // A stop-loss that passed the entry stands in the middle.
  [254, ['Entered', '₹800.10'], ['Stop', '₹850.45'], '₹983.35'],
  [254, ['Published stop', '₹800.10'], ['Entered', '₹850.45'], '₹983.35'],
] as const)('at %d px %j, %j and the target %s have their words, and no price is left out', (width, [first, lower], [second, upper], target) => {
  const plan = planLabels([
    { word: first, value: lower },
    { word: second, value: upper },
    { word: 'Target', value: target },
  ]);
  expect(placeLabels(plan, 0.4, width)[1]).not.toBeNull();
  expect(plan.widths[0]).toBeGreaterThanOrEqual(first.length * 7);
});

test('the middle label stands at its mark where there is room, and moves aside where there is none', () => {
  const plan = planLabels([
    { word: 'Stop', value: '₹771.30' },
    { word: 'Entry', value: '₹791.40' },
    { word: 'Target', value: '₹832.55' },
  ]);
  const middleOf = (at: number): number => {
    const placed = placeLabels(plan, at, 600)[1]!;
    return (placed.left + placed.right) / 2;
  };
  expect(middleOf(0.5)).toBeCloseTo(300, 0);
  expect(middleOf(0)).toBeGreaterThan(80);
  expect(middleOf(1)).toBeLessThan(520);
});
