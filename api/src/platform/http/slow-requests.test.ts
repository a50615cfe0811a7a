import { expect, test } from 'vitest';
import { type AnsweredRequest, slowRequestLog } from './slow-requests.ts';

const answered = (ms: number, route = '/auth/v1/sign_in'): AnsweredRequest => ({ request_id: '01', method: 'POST', route, status: 200, ms });

function listen() {
  const lines: object[] = [];
  const clock = { now: 0 };
  const note = slowRequestLog({ warn: (line: object) => void lines.push(line) }, () => clock.now);
  return { lines, clock, note };
}

test('what is quick leaves no line; what is slow leaves one that names its request', () => {
  const { lines, note } = listen();
  note(answered(299));
  note(answered(300.4));
  expect(lines).toEqual([{ request_id: '01', method: 'POST', route: '/auth/v1/sign_in', status: 200, ms: 300 }]);
});

test('a storm leaves one line in ten seconds, and the next says how many it stands for', () => {
  const { lines, clock, note } = listen();
  for (let request = 0; request < 500; request += 1) note(answered(400));
  note(answered(700, '/base/v1/stocks'));
  expect(lines).toHaveLength(2);
  clock.now = 10_000;
  note(answered(500));
  note(answered(500));
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatchObject({ ms: 500, unsaid: 499 });
});
