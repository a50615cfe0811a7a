import { expect, test } from 'vitest';
import { createLimits, type Limits } from './limits.ts';

const three = { max: 3, perSeconds: 60 };
const got = async (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
/** How many of so many attempts pass. */
async function passing(attempts: number, attempt: (n: number) => Promise<void>): Promise<number> {
  const all = await Promise.all(Array.from({ length: attempts }, (_, n) => got(attempt(n))));
  return all.filter(Boolean).length;
}

test('a full window refuses with the seconds to wait, per key, and opens again', async () => {
  let now = 0;
  const limits = createLimits({ now: () => now });
  for (let i = 0; i < 3; i += 1) await limits.take('a', three);
  now = 10_500;
  await expect(limits.take('a', three)).rejects.toMatchObject({ code: 'RATE', options: { retry_after: 50 } });
  await limits.take('b', three);
  now = 60_000;
  await limits.take('a', three);
});

test('an address is one customer’s network: 2^64 addresses get no more than one, and many networks of one owner get sixteen times as much', async () => {
  const limits = createLimits({ now: () => 0 });
  const from = (address: string) => got(limits.takeFrom(address, 'sign-in', three));
  const each = async (addresses: readonly string[]): Promise<boolean[]> => {
    const seen = [];
    for (const address of addresses) seen.push(await from(address));
    return seen;
  };
  expect(await each([1, 2, 3, 4].map((host) => `2001:db8:1:1::${host}`))).toEqual([true, true, true, false]);
  expect(await from('2001:db8:1:2::1')).toBe(true);
  // 44 of 48 are left to the /48; what was refused above took none.
  const networks = await each(Array.from({ length: 60 }, (_, i) => `2001:db8:1:${(i + 16).toString(16)}::1`));
  expect(networks.filter(Boolean)).toHaveLength(44);
  expect(await from('2001:db8:2::1')).toBe(true);
  expect(await each(['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '203.0.113.9'])).toEqual([true, true, true, false]);
});

/** A store of several nodes, as limits see it; it counts what it is asked. */
function store() {
  const used = new Map<string, number>();
  const state = { away: false, asked: 0, keys: used };
  const counts = {
    tried: Promise.resolve(),
    close: () => undefined,
    async add(key: string, n: number, perSeconds: number) {
      state.asked += 1;
      if (state.away) return null;
      used.set(key, (used.get(key) ?? 0) + n);
      return { used: used.get(key)!, msLeft: perSeconds * 1000 };
    },
  };
  const node = (): Limits => createLimits({ now: () => 0, together: { counts, hashKey: 'x'.repeat(32) } });
  return { state, node };
}

test('nodes count together: small limits exactly, large ones by the hundredth so that few requests ask; a key names nobody', async () => {
  const { state, node } = store();
  const [one, two] = [node(), node()];
  expect(await passing(40, (n) => (n % 2 ? one : two).takeFrom('203.0.113.9', 'otp', { max: 20, perSeconds: 3600 }))).toBe(20);
  expect([...state.keys.keys()].join()).not.toMatch(/203|otp/);

  state.asked = 0;
  const had = await passing(8000, (n) => (n % 2 ? one : two).take('all usr_1', { max: 3000, perSeconds: 60 }));
  expect(had).toBeLessThanOrEqual(3000);
  expect(had).toBeGreaterThan(2900);
  expect(state.asked).toBeLessThan(110);
});

test('while the store is away each node counts for itself, and goes on with the others afterwards', async () => {
  const { state, node } = store();
  const [one, two] = [node(), node()];
  const ten = { max: 10, perSeconds: 3600 };
  expect(await passing(4, () => one.take('a', ten))).toBe(4);
  state.away = true;
  expect(await passing(3, () => one.take('a', ten))).toBe(3);
  expect(await passing(20, () => two.take('a', ten))).toBe(10);
  state.away = false;
  // Four were counted together; what was not counted then is forgiven.
  expect(await passing(20, () => one.take('a', ten))).toBe(6);
});
