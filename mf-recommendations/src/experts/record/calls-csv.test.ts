import { expect, test } from 'vitest';
import { aJudgedCall } from '../expert.testing.ts';
import { callsCsv } from './calls-csv.ts';

test('the file has a line for each call with every input; what is not known is empty', () => {
  const [head, call, lapsed] = callsCsv([aJudgedCall(), aJudgedCall({ id: 'call_3', entry: null, exit: null, r_multiple: null })]).split('\r\n');
  expect(head).toContain('"entry","target","initial_stop","ended_at","exit","realised_return","net_return"');
  expect(call).toContain('"2026-11-02T05:02:00.000Z",3000,3150,2925,"2026-11-12T07:00:00.000Z",3150,5,4.75,2,4,0.3333,3002,3149,4.8967');
  expect(lapsed).toContain(',,3150,2925,');
});
