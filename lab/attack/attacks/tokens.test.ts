import { expect, test } from 'vitest';
import { withoutName } from './tokens.ts';

const answer = (sent_to: string, message = `OTP sent to ${sent_to}`) => JSON.stringify({ status: true, data: { message, sent_to }, request_id: sent_to });

test('answers that differ only by what was typed are the same, also where it is masked', () => {
  const known = withoutName(answer('a••••@mail.example.com'), 'asha@mail.example.com');
  expect(known).toBe(withoutName(answer('n••••@mail.example.com'), 'nobody.7.1@mail.example.com'));
  expect(withoutName(answer('+91 ••••••0001'), '9000000001')).toBe(withoutName(answer('+91 ••••••9999'), '7999999999'));
});

test('an answer that says more than was typed, or other words, still tells', () => {
  const nobody = withoutName(answer('n••••@mail.example.com'), 'nobody.7.1@mail.example.com');
  expect(withoutName(answer('b••••@mail.example.com'), 'asha@mail.example.com')).not.toBe(nobody);
  expect(withoutName(answer('a••••@mail.example.com', 'No such account'), 'asha@mail.example.com')).not.toBe(nobody);
});
