import { expect, test } from 'vitest';
import { isOwnCredentials } from './brokers.ts';
import { ENVIRONMENTS } from './demo/environments.ts';
import { loginMode } from './login-mode.ts';

test.each([
  ['S6-PERM-08', { isLoginWithCredentials: true }, 'credentials'],
  ['S6-PERM-09', { byPassLogin: true }, 'bypass'],
  ['S6-PERM-10', { isHybridModel: true }, 'hybrid'],
  ['S6-PERM-11', { isVimarshAuth: true }, 'own-auth'],
  ['S6-PERM-12', { loginModule: 'two-step' as const }, 'partner'],
  ['S6-PERM-A01', { byPassLogin: true, isHybridModel: true, loginModule: 'zebu' as const }, 'bypass'],
  ['S6-PERM-A01', { loginModule: 'zebu' as const, isHybridModel: true }, 'partner'],
  ['S6-PERM-A01', { isHybridModel: true, isVimarshAuth: true }, 'hybrid'],
  ['S6-PERM-A01', { isVimarshAuth: true, isLoginWithCredentials: true }, 'own-auth'],
  ['main host', null, 'credentials'],
])('%s: %o → %s', (_id, environment, mode) => {
  expect(loginMode(environment)).toBe(mode);
});

test('own credentials and own-auth differ: broker 40 has only the first (S6-PERM-A02)', () => {
  const forty = ENVIRONMENTS.find((environment) => environment.brokerId === 40)!;
  expect(isOwnCredentials(forty.brokerId)).toBe(true);
  expect(forty.isVimarshAuth).toBe(false);
});
