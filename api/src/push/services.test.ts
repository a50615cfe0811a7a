import { expect, test } from 'vitest';
import { isPushService } from './services.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://sg2p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('%s is a push service', (endpoint) => expect(isPushService(endpoint, { PUSH_SERVICES: [] })).toBe(true));

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:pass@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evilpush.apple.com.example/abc',
  'https://evil-push.apple.com@10.0.0.1/abc',
  'https://push.apple.com/abc',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/abc',
  'https://10.0.0.5/abc',
  'file:///etc/passwd',
  'not an address',
])('we knock nowhere else: %s', (endpoint) => expect(isPushService(endpoint, { PUSH_SERVICES: [] })).toBe(false));

test('a service of one’s own is named by its origin, and only that origin is meant', () => {
  const config = { PUSH_SERVICES: ['https://push.bank.example:8443'] };
  expect(isPushService('https://push.bank.example:8443/abc', config)).toBe(true);
  expect(isPushService('https://push.bank.example/abc', config)).toBe(false);
  expect(isPushService('http://push.bank.example:8443/abc', config)).toBe(false);
});
