import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { subscriber } from './push.testing.ts';
import { sealMessage } from './seal-message.ts';

/** RFC 8291, section 5 and appendix A. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  ours: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

test('the example of RFC 8291 is sealed byte by byte', () => {
  const sealed = sealMessage(RFC.text, { keys: RFC }, { salt: bytes(RFC.salt), key: bytes(RFC.ours) });
  expect(sealed.toString('base64url')).toBe(RFC.sealed);
});

test('each message has a salt and a key of its own, and the browser opens it', () => {
  const browser = subscriber('https://push.example');
  const [one, two] = [sealMessage('नमस्ते', browser.subscription), sealMessage('नमस्ते', browser.subscription)];
  expect(one.subarray(0, 16).equals(two.subarray(0, 16))).toBe(false);
  expect(one.subarray(21, 86).equals(two.subarray(21, 86))).toBe(false);
  expect(browser.open(one)).toBe('नमस्ते');
});

test('a key that is no point of the curve is refused', () => {
  const p256dh = Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url');
  expect(() => sealMessage('x', { keys: { p256dh, auth: RFC.auth } })).toThrow();
});
