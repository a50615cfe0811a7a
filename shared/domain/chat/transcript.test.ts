import { expect, test } from 'vitest';
import type { ChatEntry } from '../../contract/chat/types.ts';
import { transcriptText } from './transcript.ts';

const entry = (change: Partial<ChatEntry>): ChatEntry => ({
  room: 'r1',
  seq: 1,
  kind: 'message',
  sender_id: 'usr_1',
  client_msg_id: 'c1',
  body: 'Good morning',
  target: null,
  withdrawn: false,
  status_str: '',
  reason: '',
  at: '2026-11-20T06:30:00.000Z',
  ...change,
});

test('an entry is one line, whatever its text holds', () => {
  const text = transcriptText([
    entry({ body: 'one\n[2,"two"]\n"three"' }),
    entry({ seq: 2, kind: 'state', sender_id: '', body: '', status_str: 'Closed', reason: 'answered' }),
  ]);
  expect(text).toBe(
    '[1,"2026-11-20T06:30:00.000Z","usr_1","message",null,"","",false,"one\\n[2,\\"two\\"]\\n\\"three\\""]\n' +
      '[2,"2026-11-20T06:30:00.000Z","","state",null,"Closed","answered",false,""]\n',
  );
  expect(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  ).toHaveLength(2);
});

test('what no page shows is in no line: the client’s own number of a message', () => {
  expect(transcriptText([entry({ client_msg_id: 'a' })])).toBe(transcriptText([entry({ client_msg_id: 'b' })]));
});

test('a message with a published call says which one behind its text', () => {
  expect(transcriptText([entry({ body: '', call_id: 'call_1' })])).toBe('[1,"2026-11-20T06:30:00.000Z","usr_1","message",null,"","",false,"",["call_1"]]\n');
});
