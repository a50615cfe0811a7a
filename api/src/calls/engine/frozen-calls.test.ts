import { expect, test } from 'vitest';
import { frozenAt, frozenBy } from './frozen-calls.ts';

const flag = (call_id: string, said: string) => ({ call_id, canonical: JSON.stringify({ payload: { flag: said } }) });

test('a call is frozen by its latest flag; flags that say other things change nothing', () => {
  const flags = [
    flag('a', 'expert_suspended'),
    flag('b', 'expert_suspended'),
    flag('a', 'expert_restored'),
    flag('c', 'expert_restored'),
    flag('c', 'expert_suspended'),
    flag('b', 'another'),
  ];
  expect([...frozenBy(flags)]).toEqual(['b', 'c']);
});

test('only flags up to the instant are asked for', async () => {
  const asked: unknown[] = [];
  const eventsOfType = async (...question: unknown[]) => {
    asked.push(question);
    return [flag('a', 'expert_suspended')];
  };
  const at = new Date('2026-11-20T05:00:00.000Z');
  expect(await frozenAt({ eventsOfType }, ['a', 'b'], at)).toEqual(new Set(['a']));
  expect(asked).toEqual([[['a', 'b'], 'admin_flag', at]]);
});
