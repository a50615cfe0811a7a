import { expect, test } from 'vitest';
import { newDevice, readDevice, setDeviceCookie } from './device-cookie.ts';

test('a device is read back from the cookie that was set', () => {
  const device = newDevice();
  const cookie = setDeviceCookie(device, true);
  expect(cookie).toMatch(/^__Host-dsid=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
  expect(readDevice(`theme=dark; ${cookie.split(';')[0]}; a=b`, true)).toEqual(device);
});

test('without https the cookie has its plain name', () => {
  const device = newDevice();
  expect(setDeviceCookie(device, false)).toMatch(/^dsid=.*SameSite=Lax$/);
  expect(readDevice(`dsid=${device.value}`, false)).toEqual(device);
});

test.each([[''], ['dsid='], ['dsid=short'], ['xdsid=0123456789012345678901234567890123456789012'], ['dsid=<script>0123456789012345678901234567890123']])(
  'no device in “%s”',
  (header) => {
    expect(readDevice(header, false)).toBeNull();
  },
);
