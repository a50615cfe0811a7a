import { randomUUID } from 'node:crypto';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishEvent } from './equity/publication.ts';
import { EQUITY } from './equity/tables.ts';
import { draftOf, openStage, type Stage } from './testing.ts';
import { guessHappened, type Leaves, learn, leavesOf, type Round, tellsOf } from './visitor-game.testing.ts';

/**
 * The paywall's game by another door: two calls of one expert have ended and may be read by everyone. Between them the house
 * publishes a third, or does not, and the reader guesses from what the two say about themselves.
 */
const AUTHOR = 'exp_01';
const KNOWN = 16;
const TRIES = 32;
const READERS = ['', 'usr_free', AUTHOR];

const random = rng(29);
const toss = (): boolean => random.next() < 0.5;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ database: 'pglite', start: '2026-11-20T05:00:00.000Z' });
  // The week's free call is everyone's to read.
  await publish('2026-11-20', false);
});
afterAll(() => stage?.end());

async function publish(day: string, ended: boolean): Promise<string> {
  const call_id = `call_${randomUUID()}`;
  const draft = draftOf({ stock: 'INFY', entry_low: 100, entry_high: 100, target: 108, stop_loss: 96, valid_till: '2026-12-15' });
  const listing = { name: 'Infosys', sector: 'IT', cap: 'large' as const, fno: true };
  const first = publishEvent({
    call_id,
    author: AUTHOR,
    draft,
    listing,
    publishedAt: new Date(`${day}T05:00:00.000Z`),
    ltp: 100,
    feedTs: `${day}T05:00:00.000Z`,
  });
  const last = { kind: EQUITY, call_id, expert_id: AUTHOR, type: 'cancelled', payload: { reason: '' }, actor: AUTHOR, ts: `${day}T06:00:00.000Z` };
  await stage.platform.transaction(async (tx) => {
    await stage.ledger.append(tx, (await stage.ledger.lock(tx)).seq, ended ? [first, last] : [first]);
  });
  return call_id;
}

/** Both answers about a call, and each of its events beside the other call's. */
async function read(reader: string, id: string): Promise<Leaves> {
  const answers = await Promise.all(['', '/proof'].map((part) => stage.get(reader, `/reco/v1/calls/${id}${part}`)));
  expect(answers.map(({ http }) => http)).toEqual([200, 200]);
  const [detail, proof] = answers.map(({ data }) => data);
  expect((await verifyProof(proof, { keys: [proof.public_key], from: '', roots: null })).filter(({ ok }) => !ok)).toEqual([]);
  return leavesOf(200, {}, JSON.stringify({ detail, proof }));
}

test('calls that have ended do not tell whoever may not see live ones that their author has others; their author, who has the key to it, can', async () => {
  const rounds = new Map<string, Round[]>(READERS.map((reader) => [reader, []]));
  for (let round = 0; round < KNOWN + TRIES; round++) {
    const first = await publish('2026-09-01', true);
    const happened = toss();
    if (happened) await publish('2026-11-20', false);
    const second = await publish('2026-09-02', true);
    for (const reader of READERS) rounds.get(reader)!.push({ happened, tells: tellsOf(await read(reader, first), await read(reader, second)) });
  }
  for (const reader of READERS) {
    const own = rounds.get(reader)!;
    const learned = learn(own.slice(0, KNOWN));
    const right = own.slice(KNOWN).filter(({ tells, happened }) => guessHappened(learned, tells, random) === happened).length / TRIES;
    if (reader === AUTHOR) expect(right).toBeGreaterThan(0.9);
    else {
      expect([...learned.keys()], `what tells ${reader || 'a visitor'}`).toEqual([]);
      expect(right).toBeLessThan(0.5 + 3 * Math.sqrt(0.25 / TRIES));
    }
  }
}, 300_000);
