import { expect, test } from 'vitest';
import { pivots } from './pivots.ts';

test('pivots of a session of high 1432.50, low 1398.25, close 1420.10, by four conventions', () => {
  const rounded = pivots({ h: 1432.5, l: 1398.25, c: 1420.1 }).map(({ kind, p, r, s }) =>
    [kind, p, ...r, ...s].map((value) => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value)),
  );
  // By pencil: range 34.25, P 1416.95, Woodie's P 1417.7375.
  expect(rounded).toEqual([
    ['classic', 1416.95, 1435.65, 1451.2, 1469.9, 1401.4, 1382.7, 1367.15],
    ['fibonacci', 1416.95, 1430.0335, 1438.1165, 1451.2, 1403.8665, 1395.7835, 1382.7],
    ['camarilla', 1416.95, 1423.2396, 1426.3792, 1429.5188, 1416.9604, 1413.8208, 1410.6812],
    ['woodie', 1417.7375, 1437.225, 1451.9875, 1471.475, 1402.975, 1383.4875, 1368.725],
  ]);
});
