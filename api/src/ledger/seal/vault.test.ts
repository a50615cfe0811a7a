import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BadSetting, readConfig } from '../../config.ts';
import type { KeySeal } from './key-seal.ts';
import { sealOf } from './seal-of.ts';
import { aVault, TOKEN } from './vault.testing.ts';
import { isOfVault, VaultFailed } from './vault.ts';

const SECRET_KEY = 'one secret of thirty-two characters';
const seed = randomBytes(32);

let vault: Awaited<ReturnType<typeof aVault>>;
beforeAll(async () => {
  vault = await aVault();
});
afterAll(() => vault.close());
beforeEach(() => {
  vault.instead = null;
  vault.asked.length = 0;
});
const settings = (change: Record<string, string | undefined> = {}) =>
  readConfig({ NODE_ENV: 'test', VAULT_ADDR: vault.url, VAULT_TOKEN: TOKEN, VAULT_KEY: 'vimarsh', ...change });
const seal = (change: Record<string, string | undefined> = {}): KeySeal => sealOf(settings(change))!;

test('a key is sealed and opened by Vault, for its own place only, over new versions of Vault’s key', async () => {
  const sealed = await seal().seal(seed, 'public');
  expect(sealed.toString()).toMatch(/^vault:v1:/);
  expect(sealed.includes(seed)).toBe(false);
  expect(vault.asked).toEqual([
    {
      path: '/v1/transit/encrypt/vimarsh',
      token: TOKEN,
      body: { plaintext: seed.toString('base64'), associated_data: Buffer.from('public').toString('base64') },
    },
  ]);
  vault.rotate();
  expect(await seal().open(sealed, 'public')).toEqual(seed);
  expect((await seal().seal(seed, 'public')).toString()).toMatch(/^vault:v2:/);
  await expect(seal().open(sealed, 'another')).rejects.toThrow('Vault answered 400: cipher: message authentication failed');
});

test('the engine may be mounted elsewhere', async () => {
  const other = await aVault('team/transit');
  try {
    const one = seal({ VAULT_ADDR: `${other.url}/`, VAULT_KEY: 'team/transit/vimarsh' });
    expect(await one.open(await one.seal(seed, 'public'), 'public')).toEqual(seed);
    expect(other.asked.map(({ path }) => path)).toEqual(['/v1/team/transit/encrypt/vimarsh', '/v1/team/transit/decrypt/vimarsh']);
  } finally {
    other.close();
  }
});

test('what SECRET_KEY sealed before still opens, and is told apart', async () => {
  const old = await sealOf({ SECRET_KEY })!.seal(seed, 'public');
  const both = seal({ SECRET_KEY });
  expect(await both.open(old, 'public')).toEqual(seed);
  expect([both.made(old), isOfVault(old)]).toEqual([false, false]);
  const sealed = await both.seal(seed, 'public');
  expect([both.made(sealed), isOfVault(sealed)]).toEqual([true, true]);
  await expect(sealOf({ SECRET_KEY })!.open(sealed, 'public')).rejects.toThrow('Sealed by what is not set here');
  expect(vault.asked).toHaveLength(1);
});

describe('Vault fails, which is said without the token or the key', () => {
  const failing = async (change: Record<string, string | undefined> = {}): Promise<string> => {
    const error = await seal(change)
      .seal(seed, 'public')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(VaultFailed);
    const { message } = error as Error;
    for (const secret of [TOKEN, 'hvs.wrong', seed.toString('base64')]) expect(message).not.toContain(secret);
    return message;
  };

  test('a wrong token', async () => {
    expect(await failing({ VAULT_TOKEN: 'hvs.wrong' })).toBe('Vault does not let VAULT_TOKEN use this key (permission denied)');
  });
  test('another key, another mount', async () => {
    expect(await failing({ VAULT_KEY: 'other' })).toBe('Vault answered 400: encryption key not found');
    expect(await failing({ VAULT_KEY: 'kv/vimarsh' })).toMatch(/^Vault has no transit engine where VAULT_KEY says \(no handler for route/);
  });
  test('it is sealed itself', async () => {
    vault.instead = (response) => response.writeHead(503).end('{"errors":["Vault is sealed"]}');
    expect(await failing()).toBe('Vault answered 503: Vault is sealed');
  });
  test('it answers something else', async () => {
    vault.instead = (response) => response.writeHead(200).end('<html>');
    expect(await failing()).toBe('Vault answered something else than its transit engine does');
    vault.instead = (response) => response.writeHead(200).end('{"data":{"ciphertext":"plain"}}');
    expect(await failing()).toBe('Vault answered something else than its transit engine does');
    vault.instead = (response) => response.writeHead(200).end('x'.repeat(50_000));
    expect(await failing()).toMatch(/could not be asked: its answer is too long$/);
  });
  test('it leads elsewhere: the token does not follow', async () => {
    vault.instead = (response) => response.writeHead(307, { location: `${vault.url}/v1/elsewhere` }).end();
    expect(await failing()).toMatch(/^Vault at 127\.0\.0\.1:\d+ could not be asked: /);
    expect(vault.asked).toHaveLength(1);
  });
  test('nobody is there', async () => {
    expect(await failing({ VAULT_ADDR: 'http://127.0.0.1:1' })).toMatch(/^Vault at 127\.0\.0\.1:1 could not be asked: /);
  });
  test('it does not answer in time', async () => {
    vault.instead = () => undefined;
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
    try {
      expect(await failing()).toMatch(/could not be asked: no answer for 3 s$/);
      expect(timeout).toHaveBeenCalledWith(3000);
    } finally {
      timeout.mockRestore();
    }
  });
  test('it opens what is no key', async () => {
    const sealed = await seal().seal(seed, 'public');
    vault.instead = (response) => response.writeHead(200).end(JSON.stringify({ data: { plaintext: 'AAAA' } }));
    await expect(seal().open(sealed, 'public')).rejects.toThrow('Vault opened something that is no key');
  });
});

describe('settings', () => {
  test('Vault is off without VAULT_KEY, whatever else a shell has set', () => {
    expect(sealOf(readConfig({ VAULT_ADDR: 'https://vault.example', VAULT_TOKEN: 'x' }))).toBeNull();
  });
  test.each([
    [{ VAULT_ADDR: undefined }, 'VAULT_ADDR and VAULT_TOKEN must be set with VAULT_KEY.'],
    [{ VAULT_TOKEN: undefined }, 'VAULT_ADDR and VAULT_TOKEN must be set with VAULT_KEY.'],
    [{ VAULT_ADDR: 'vault.example' }, 'VAULT_ADDR must be a URL that starts with https:// or http://.'],
    [{ VAULT_KEY: '../sys/seal' }, 'VAULT_KEY must be the name of a transit key, or <mount>/<name>.'],
    [{ VAULT_TOKEN: 'two\nlines' }, 'VAULT_TOKEN must be one word.'],
    [{ NODE_ENV: 'production', VAULT_ADDR: 'http://vault.example' }, 'VAULT_ADDR must begin with https:// in production, or be this machine’s own.'],
  ])('%o is refused', (change, words) => {
    expect(() => settings(change)).toThrow(BadSetting);
    expect(() => settings(change)).toThrow(words);
  });
  test('an agent of Vault on the same machine may be asked without https', () => {
    expect(settings({ NODE_ENV: 'production', VAULT_ADDR: 'http://127.0.0.1:8200' }).VAULT_ADDR).toBe('http://127.0.0.1:8200');
  });
});
