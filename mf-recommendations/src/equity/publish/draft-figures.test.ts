import { expect, test } from 'vitest';
import { emptyForm } from './call-form.ts';
import { draftFigures } from './draft-figures.ts';

test.each([
  [
    { entry_low: '3000', target: '3150', stop_loss: '2925' },
    { entry: 3000, potential: 5, risk: 2.5, rr: 2 },
  ],
  [
    { call_type: 'Sell' as const, entry_low: '200', target: '182', stop_loss: '210' },
    { entry: 200, potential: 9, risk: 5, rr: 1.8 },
  ],
  [
    { entry_mode: 'range' as const, entry_low: '3000', entry_high: '3010', target: '3155.25' },
    { entry: 3005, potential: 5, risk: null, rr: null },
  ],
  [
    { entry_low: '3000', target: '2900' },
    { entry: 3000, potential: -3.33, risk: null, rr: null },
  ],
  [
    { target: '3150', stop_loss: '2925' },
    { entry: null, potential: null, risk: null, rr: null },
  ],
  [
    { entry_low: '3000', target: '3150', stop_loss: '3000' },
    { entry: 3000, potential: 5, risk: 0, rr: null },
  ],
  [
    { entry_low: '1500', target: '1400', stop_loss: '1600' },
    { entry: 1500, potential: -6.67, risk: null, rr: null },
  ],
])('%o', (patch, figures) => expect(draftFigures({ ...emptyForm('TCS'), ...patch })).toEqual(figures));
