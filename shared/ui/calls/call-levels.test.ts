import { expect, test } from 'vitest';
import { aCall } from '../../contract/calls/call.testing.ts';
import { chartLevels } from './call-levels.ts';

test('levels: until a call is entered a range has two lines, then it has the one of its entry; absent targets have none', () => {
  expect(chartLevels(aCall()).map(({ key }) => key)).toEqual(['target', 'entered', 'stop_loss']);
  expect(chartLevels(aCall({ entry_fill: { price: 3008, ts: '' } })).find(({ key }) => key === 'entered')).toMatchObject({ label: 'Entered', value: 3008 });
  expect(chartLevels(aCall({ entry_fill: null, entry_high: 3010, target2: 3200 })).map(({ label }) => label)).toEqual([
    'Target',
    'Target 2',
    'Entry from',
    'Entry to',
    'Stop-loss',
  ]);
});
