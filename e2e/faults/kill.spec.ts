import { copyOf, emptyJournal, Load, lostOf, since, somethingSince, stocksOf } from '../support/load/journal.ts';
import { Person } from '../support/person.ts';
import { expect, test as fault } from '../support/story.ts';

/** `KILLS=100` for a long night. */
const KILLS = Number(process.env.KILLS) || 6;
/** Verified demo experts; together they may publish 120 calls a day, and ten notes on each. */
const AUTHORS = ['ananya', 'devendra', 'farida', 'gurpreet', 'harini', 'joel', 'ishaan', 'lakshmi', 'manoj', 'nandini', 'omkar', 'priyanka'];

fault(`the server dies ${KILLS} times under publishing and sign-ups, and nothing it acknowledged is lost`, async ({ stack, demo }) => {
  fault.setTimeout(60_000 + KILLS * 25_000);
  const experts = await Promise.all(AUTHORS.map((name) => Person.signIn(stack, `${name}@experts.example.com`, demo.password)));
  const load = new Load(stack.portal, experts, await stocksOf(experts[0]!));
  let checked = emptyJournal();
  try {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Never the same moment of the work.
      await new Promise((resolve) => setTimeout(resolve, 400 + ((kill * 377) % 800)));
      await somethingSince(load.journal, checked);
      await stack.crash();
      // Everything promised since the last look; the work goes on meanwhile.
      const promised = copyOf(load.journal);
      const recent = since(promised, checked);
      expect(await lostOf(recent), `after kill ${kill}`).toEqual([]);
      checked = promised;
    }
  } finally {
    await load.stop();
  }
  // And all of it once more, for what a later death might have taken.
  expect(await lostOf(load.journal)).toEqual([]);
  expect(load.surprises).toEqual([]);
  const { signUps, calls, notes } = load.journal;
  console.log(`${KILLS} kills: ${signUps.length} sign-ups, ${calls.length} calls and ${notes.length} notes acknowledged, all there`);
  expect(signUps.length).toBeGreaterThan(KILLS);
  expect(calls.length).toBeGreaterThan(KILLS);
  expect(notes.length).toBeGreaterThan(KILLS);
  // Asking again after a broken connection published nothing twice.
  for (const expert of experts) {
    const open = (await expert.get<{ items: { stock: string; expert: { user_id: string } }[] }>('/reco/v1/mine?limit=50')).data.items;
    const stocks = open.filter((call) => call.expert.user_id === expert.user_id).map(({ stock }) => stock);
    expect(stocks.toSorted()).toEqual([...new Set(stocks)].toSorted());
  }
  // Who signed up in the middle of it all gets in again by OTP, into the same account.
  const { mobile, person } = signUps[Math.floor(signUps.length / 2)]!;
  expect((await Person.signInByOtp(stack, mobile)).user_id).toBe(person.user_id);
});

fault('the same check names what was acknowledged and never stored', async ({ stack, demo }) => {
  const expert = await Person.demo(stack, demo, 'verified expert');
  const visitor = await Person.signUp(stack, '7200000001');
  const mine = await expert.get<{ items: { id: string; stock: string }[] }>('/reco/v1/mine');
  const [call] = mine.data.items;
  const proof = await expert.get<{ events: { hash: string }[] }>(`/reco/v1/calls/${call!.id}/proof`);
  const journal = emptyJournal();
  journal.calls.push({ id: call!.id, hash: proof.data.events[0]!.hash, stock: call!.stock, author: expert });
  journal.signUps.push({ mobile: '7200000001', person: visitor });
  expect(await lostOf(journal)).toEqual([]);

  journal.calls.push({ id: '01K0000000000000000000000', hash: 'f'.repeat(64), stock: 'TCS', author: expert });
  journal.calls.push({ id: call!.id, hash: 'f'.repeat(64), stock: call!.stock, author: expert });
  journal.notes.push({ call_id: call!.id, n: 99_999, hash: 'f'.repeat(64), author: expert });
  journal.signUps.push({ mobile: '7200000002', person: Person.withToken(stack, 'never.given.out', 'usr_nobody') });
  expect((await lostOf(journal)).toSorted()).toEqual(
    [
      `call ${call!.id} as it was published`,
      'call 01K0000000000000000000000',
      `note 99999 of call ${call!.id}`,
      'sign-up of 7200000002 (usr_nobody)',
    ].toSorted(),
  );
});
