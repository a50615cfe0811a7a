import { describe, expect, test } from 'vitest';
import type { Strategy } from '../../../contract/calls/options/types.ts';
import { STRATEGIES } from '../../../contract/calls/options/types.ts';
import { legsOf } from './legs.testing.ts';
import { units } from './legs.ts';
import { hasDefinedRisk, strategyOf } from './strategy.ts';

const permutations = <T>(list: readonly T[]): T[][] =>
  list.length < 2 ? [[...list]] : list.flatMap((one, at) => permutations(list.filter((_, other) => other !== at)).map((rest) => [one, ...rest]));

const NAMED: readonly [Strategy, string, limited: boolean][] = [
  ['LONG_CALL', '+1 CE 24000', true],
  ['LONG_PUT', '+3 PE 24000', true],
  ['BULL_CALL', '+1 CE 24000, -1 CE 24200', true],
  ['BEAR_PUT', '+1 PE 24000, -1 PE 23800', true],
  ['BULL_PUT', '-1 PE 23900, +1 PE 23700', true],
  ['BEAR_CALL', '-2 CE 24200, +2 CE 24400', true],
  ['LONG_STRADDLE', '+1 CE 24000, +1 PE 24000', true],
  ['LONG_STRANGLE', '+1 CE 24300, +1 PE 23700', true],
  ['SHORT_STRADDLE', '-1 CE 24000, -1 PE 24000', false],
  ['SHORT_STRANGLE', '-1 CE 24300, -1 PE 23700', false],
  ['IRON_CONDOR', '-1 CE 24300, +1 CE 24500, -1 PE 23700, +1 PE 23500', true],
  ['IRON_FLY', '-1 CE 24000, +1 CE 24200, -1 PE 24000, +1 PE 23800', true],
  ['CALL_RATIO', '+1 CE 24000, -2 CE 24200', false],
  ['PUT_RATIO', '+1 PE 24000, -2 PE 23800', false],
  ['CALENDAR', '-1 CE 24000, +1 CE 24000 @far', true],
  ['CALENDAR', '-1 PE 24000, +1 PE 24000 @far', true],
  ['COVERED_CALL', '+1 FUT, -1 CE 24200', false],
  ['PROTECTIVE_PUT', '+1 FUT, +1 PE 23800', true],
  ['CUSTOM', '-1 CE 24000', false],
  // A put sold has no name in the model, neither by itself nor covered: by a future sold, which then is open upwards, or by cash.
  ['CUSTOM', '-1 PE 24000', false],
  ['CUSTOM', '-1 FUT, -1 PE 23800', false],
  ['CUSTOM', '-1 FUT, +1 CE 24200', true],
  ['CUSTOM', '+1 FUT', false],
  ['CUSTOM', '+1 CE 24000, -1 CE 24000', true],
  ['CUSTOM', '+2 CE 24000, -1 CE 24200', true],
  ['CUSTOM', '-2 CE 24000, +1 CE 24200', false],
  ['CUSTOM', '+1 CE 23700, +1 PE 24300', true],
  ['CUSTOM', '+1 CE 24000, +2 PE 24000', true],
  ['CUSTOM', '+1 CE 24000, -1 PE 24000', false],
  ['CUSTOM', '+1 CE 24000, -1 CE 24000 @far', false],
  ['CUSTOM', '-1 CE 24000, +1 CE 24100 @far', true],
  ['CUSTOM', '+1 CE 24000, -1 CE 24200, +1 PE 23800', true],
  ['CUSTOM', '-1 CE 24300, +2 CE 24500, -1 PE 23700, +2 PE 23500', true],
  ['CUSTOM', '+1 CE 24300, -1 CE 24500, +1 PE 23700, -1 PE 23500', true],
  ['CUSTOM', '-1 CE 24300, +1 CE 24500, -1 PE 23700, +1 PE 23500 @far', true],
];

describe('strategies', () => {
  test.each(NAMED)('%s from %s, in whatever order the legs come', (name, text, limited) => {
    for (const legs of permutations(legsOf(text))) {
      expect(strategyOf(legs)).toBe(name);
      expect(hasDefinedRisk(legs)).toBe(limited);
    }
  });

  test('the names are those of the model, and only CUSTOM stands for the rest (product B.1)', () => {
    const model =
      'LONG_CALL, LONG_PUT, BULL_CALL, BEAR_PUT, BULL_PUT, BEAR_CALL, LONG_STRADDLE, LONG_STRANGLE, SHORT_STRADDLE, SHORT_STRANGLE, IRON_CONDOR, IRON_FLY, CALL_RATIO, PUT_RATIO, CALENDAR, COVERED_CALL, PROTECTIVE_PUT, CUSTOM';
    expect(STRATEGIES).toEqual(model.split(', '));
  });

  test('every name of the model can be had, and no legs have none', () => {
    expect(new Set(NAMED.map(([name]) => name))).toEqual(new Set(STRATEGIES));
    expect(strategyOf([])).toBe('CUSTOM');
  });

  test('two lots against four are two times one against two', () => {
    expect(units(legsOf('+2 CE 24000, -4 CE 24200'))).toBe(2);
    expect(units(legsOf('+1 CE 24000, -2 CE 24200'))).toBe(1);
    expect(units([])).toBe(1);
  });
});
