import { expect, test } from 'vitest';
import { readLoginQuery } from './login-query.ts';

const read = (query: string) => readLoginQuery(new URLSearchParams(query), `http://x/login?${query}`);

test.each([
  ['code=T1', 'T1'],
  ['request_token=R1&action=login&status=success', 'R1'],
  ['request-token=R2', 'R2'],
  ['secure_token=S1', 'S1'],
  ['session=%7B%22accessToken%22%3A%22a%22%7D', '{"accessToken":"a"}'],
])('?%s hands over its token, with the whole address (S2.4-QUERY-O01)', (query, token) => {
  expect(read(query).handed).toEqual({ token, url: `http://x/login?${query}` });
});

test('Google’s code is not taken for a broker’s; a cancelled visit yields nothing', () => {
  expect(read('code=G1&state=google.abc&scope=openid')).toMatchObject({ handed: null, google: 'http://x/login?code=G1&state=google.abc&scope=openid' });
  expect(read('error=access_denied&state=google.abc')).toMatchObject({ handed: null, google: null, cancelled: true });
  expect(read('code=T1&state=abc')).toMatchObject({ handed: { token: 'T1' }, google: null });
});

test('broker, hand-over and partner marks are read; nonsense is ignored (S2.4-QUERY-O01)', () => {
  expect(read('brokerId=40&bl_api_integrated=true&userWith=SIO')).toMatchObject({ brokerId: 40, integrated: true, sio: true, handed: null, cancelled: false });
  expect(read('brokerId=forty&bl_api_integrated=1&userWith=XYZ&code=')).toMatchObject({ brokerId: null, integrated: false, sio: false, handed: null });
  expect(read('error=cancelled&brokerId=4')).toMatchObject({ cancelled: true, brokerId: 4 });
});
