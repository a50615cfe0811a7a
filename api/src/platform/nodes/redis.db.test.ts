import { performance } from 'node:perf_hooks';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { FAULTS, openFaultProxy } from '../testing/fault-proxy.testing.ts';
import { type Hint, readLetter } from './hint.ts';
import { ownRedis } from './redis.testing.ts';
import { relayByRedis } from './redis.ts';

const redis = (await ownRedis())!;
const isHere = redis !== null;
if (!isHere) console.log('There is no redis-server on this machine: faults between nodes and Redis are not tested.');
afterAll(() => redis?.remove());
const { port, url: address } = redis ?? { port: 0, url: '' };

const log = pino({ level: 'silent' });
const hintOf = (room: string, n: number): Hint => ({ kind: 'send', room, event: 'call:changed', payload: { id: String(n), status: 'active' } });

/** Two nodes: one tells, one hears, each by its own way to Redis. The room keeps tests apart that run side by side. */
function nodes(room: string, tellsBy: string, hearsBy: string) {
  const heard: string[] = [];
  const noteIn = (list: string[]) => (hint: Hint) => {
    if (hint.kind !== 'news' && hint.room === room) list.push(hint.kind === 'send' ? (hint.payload as { id: string }).id : hint.kind);
  };
  const own: string[] = [];
  const hears = relayByRedis(hearsBy, noteIn(heard), log);
  const tells = relayByRedis(tellsBy, noteIn(own), log);
  return {
    heard,
    own,
    say: (n: number) => tells.publish(hintOf(room, n)),
    end() {
      tells.close();
      hears.close();
    },
  };
}

async function until(holds: () => boolean, ms: number): Promise<number> {
  const begun = performance.now();
  while (!holds() && performance.now() - begun < ms) await sleep(20);
  return performance.now() - begun;
}
/** Share of one core this thread has used since: neither the machine's other work counts nor that of the databases in this process. */
function processorLoad(): () => number {
  const [begun, used] = [performance.now(), process.threadCpuUsage()];
  return () => {
    const { user, system } = process.threadCpuUsage(used);
    return (user + system) / 1000 / (performance.now() - begun);
  };
}
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const upTo = (n: number): string[] => Array.from({ length: n }, (_, at) => String(at + 1));

test.runIf(isHere).concurrent.each(FAULTS.flatMap((fault) => [[fault, 'the one that tells'] as const, [fault, 'the one that hears'] as const]))(
  'a Redis with the fault %s for %s costs latency only: each hint arrives once and in order, and the node stays idle',
  { timeout: 40_000 },
  async (fault, side) => {
    const proxy = await openFaultProxy({ host: '127.0.0.1', port }, rng(7).next);
    const tellsBroken = side === 'the one that tells';
    const broken = proxy.through(address);
    const { heard, own, say, end } = nodes(`${fault} ${side}`, tellsBroken ? broken : address, tellsBroken ? address : broken);
    say(1);
    await until(() => heard.length === 1, 15_000);
    expect(heard).toEqual(['1']);

    proxy.begin(fault);
    const load = processorLoad();
    for (let n = 2; n <= 31; n += 1) {
      say(n);
      await sleep(50);
    }
    expect(load(), 'share of a processor: a reader that spins takes all of one').toBeLessThan(0.8);
    proxy.heal();
    say(32);
    expect(await until(() => heard.length >= 32, 10_000)).toBeLessThan(10_000);
    await sleep(300);
    expect(heard).toEqual(upTo(32));
    expect(own).toEqual([]);
    end();
    await proxy.close();
  },
);

test.runIf(isHere)('a Redis that is absent when the nodes start, and one that dies and comes back empty, loses no hint', { timeout: 60_000 }, async () => {
  await redis.kill();
  const { heard, say, end } = nodes('user:usr_1', address, address);
  say(1);
  const load = processorLoad();
  await sleep(1500);
  expect(load(), 'share of a processor: a reader that spins takes all of one').toBeLessThan(0.8);
  await redis.start();
  await until(() => heard.length >= 1, 10_000);
  expect(heard).toEqual(['1']);

  await redis.kill();
  say(2);
  await sleep(500);
  await redis.start();
  say(3);
  await until(() => heard.length >= 3, 10_000);
  expect(heard).toEqual(['1', '2', '3']);
  end();
});

test('only letters of our own are read', () => {
  const good = { node: 'a', n: 1, hint: hintOf('user:usr_1', 1) };
  expect(readLetter(JSON.stringify(good))).toEqual(good);
  const cut = { node: 'a', n: 2, hint: { kind: 'disconnect', room: 'session:ses_1' } };
  expect(readLetter(JSON.stringify(cut))).toEqual(cut);
  for (const bad of [undefined, '', '{', 'null', '[]', { ...good, n: '1' }, { ...good, hint: { ...good.hint, event: 'no:event' } }, { ...good, hint: {} }]) {
    expect(readLetter(typeof bad === 'object' ? JSON.stringify(bad) : bad)).toBeNull();
  }
  expect(readLetter(JSON.stringify({ ...good, hint: { ...good.hint, payload: { id: 1 } } }))).toBeNull();
});
