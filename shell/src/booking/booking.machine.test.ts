import type { DemoBooking, DemoRequest } from '@vimarsh/shared/contract/booking/types.ts';
import type { Envelope } from '@vimarsh/shared/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { demoBookingMachine } from './booking.machine.ts';

const yes = <D>(data: D): Envelope<D> => ({ status: true, validation: '', redirect: '', data, extras: {} });
const no = (code: string): Envelope<never> => ({ status: false, validation: 'No.', redirect: '', data: null, code, extras: {} });
const demo = (id: string, date: string, slot: string, status: 'new' | 'cancel' = 'new'): DemoBooking => ({ id, date, slot, status });
const SLOTS = [
  { slot_time: '10:00', is_available: false },
  { slot_time: '10:30', is_available: true },
];

// Wednesday, 10:45 IST.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-18T05:15:00Z') }));
afterEach(() => void vi.useRealTimers());

function start(demos: Envelope<DemoBooking[]> | Error = yes([])) {
  const readSlots = vi.fn(async (_date: string) => yes(SLOTS) as Envelope<typeof SLOTS>);
  const request = vi.fn(async (_request: DemoRequest) => yes({ id: 'b1', by_mail: true }) as Envelope<{ id: string; by_mail: boolean }>);
  const readDemos = vi.fn(async () => {
    if (demos instanceof Error) throw demos;
    return demos;
  });
  const said: string[] = [];
  const actor = createActor(
    demoBookingMachine.provide({
      actors: {
        readDemos: fromPromise(readDemos),
        readSlots: fromPromise<Envelope<typeof SLOTS>, { date: string }>(({ input }) => readSlots(input.date)),
        request: fromPromise<Envelope<{ id: string; by_mail: boolean }>, DemoRequest>(({ input }) => request(input)),
      },
    }),
  );
  for (const type of ['booked', 'cancelled', 'closed'] as const) actor.on(type, () => said.push(type));
  actor.start();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    actor,
    said,
    readSlots,
    readDemos,
    request,
    settle,
    state: () => actor.getSnapshot(),
    async chooseSlot(date = '2026-11-25') {
      await settle();
      actor.send({ type: 'PICK_DATE', date });
      await vi.advanceTimersByTimeAsync(500);
      actor.send({ type: 'PICK_SLOT', slot: '10:30' });
    },
  };
}

test.each([
  ['is refused', no('INTERNAL')],
  ['gets no answer', new Error('offline')],
])('a list of demos that %s closes the dialog (S8-ERR-29)', async (_what, demos) => {
  const flow = start(demos);
  await flow.settle();
  expect([flow.state().value, flow.said]).toEqual(['closed', ['closed']]);
});

test('of demos only those still to come are listed, the next first; cancelled ones are not (S5-DEMO-07)', async () => {
  const today = (slot: string) => demo(slot, '2026-11-18', slot);
  const flow = start(yes([demo('far', '2026-12-01', '10:00'), today('11:00'), today('10:30'), demo('off', '2026-11-25', '10:00', 'cancel')]));
  await flow.settle();
  expect(flow.state().context.demos.map(({ id }) => id)).toEqual(['11:00', 'far']);
});

test('two days picked within 500 ms ask once, for the second (S5-DEMO-03, S4-MISC-09)', async () => {
  const flow = start();
  await flow.settle();
  flow.actor.send({ type: 'PICK_DATE', date: '2026-11-25' });
  await vi.advanceTimersByTimeAsync(499);
  flow.actor.send({ type: 'PICK_DATE', date: '2026-11-26' });
  await vi.advanceTimersByTimeAsync(499);
  expect(flow.readSlots).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(flow.readSlots.mock.calls).toEqual([['2026-11-26']]);
});

test('slots that come late for another day are not taken for those of this one', async () => {
  const flow = start();
  await flow.settle();
  let answer: (slots: Envelope<typeof SLOTS>) => void = () => undefined;
  flow.readSlots.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  flow.actor.send({ type: 'PICK_DATE', date: '2026-11-25' });
  await vi.advanceTimersByTimeAsync(500);
  flow.actor.send({ type: 'PICK_DATE', date: '2026-11-26' });
  answer(yes([]));
  await vi.advanceTimersByTimeAsync(500);
  expect(flow.state().context).toMatchObject({ date: '2026-11-26', slots: SLOTS });
});

test('a taken slot can’t be chosen, and nothing is booked without one (S5-DEMO-05, S4-MISC-10)', async () => {
  const flow = start();
  await flow.chooseSlot();
  flow.actor.send({ type: 'PICK_SLOT', slot: '10:00' });
  expect(flow.state().context.slot).toBe('10:30');
  flow.actor.send({ type: 'PICK_DATE', date: '2026-11-26' });
  await vi.advanceTimersByTimeAsync(500);
  flow.actor.send({ type: 'BOOK' });
  expect(flow.request).not.toHaveBeenCalled();
});

test('booking anew, moving and cancelling are told apart by status and id (S7-MISC-10, S7-MISC-11, S7-MISC-12, S7-MISC-13, S3-DEMO-A02, S3-DEMO-05)', async () => {
  const flow = start();
  await flow.chooseSlot();
  flow.actor.send({ type: 'BOOK' });
  await flow.settle();
  expect(flow.state().value).toBe('booked');
  expect(flow.state().context).toMatchObject({ booked: demo('b1', '2026-11-25', '10:30'), byMail: true });
  flow.actor.send({ type: 'RESCHEDULE' });
  await flow.chooseSlot('2026-11-26');
  flow.actor.send({ type: 'BOOK' });
  await flow.settle();
  expect(flow.state().context.demos).toEqual([demo('b1', '2026-11-26', '10:30')]);
  flow.actor.send({ type: 'RESCHEDULE' });
  flow.actor.send({ type: 'CANCEL', demo: demo('b1', '2026-11-26', '10:30') });
  expect(flow.request).toHaveBeenCalledTimes(2);
  flow.actor.send({ type: 'YES' });
  await flow.settle();
  expect(flow.request.mock.calls).toEqual([
    [{ appointment: '2026-11-25 10:30', status: 'new', id: null }],
    [{ appointment: '2026-11-26 10:30', status: 'new', id: 'b1' }],
    [{ appointment: '2026-11-26 10:30', status: 'cancel', id: 'b1' }],
  ]);
  expect(flow.said).toEqual(['booked', 'booked', 'cancelled']);
  expect(flow.state().context).toMatchObject({ demos: [], moved: null });
});

test('Dismiss closes and asks for nothing (S4-MISC-A03)', async () => {
  const flow = start();
  await flow.chooseSlot();
  flow.actor.send({ type: 'BOOK' });
  await flow.settle();
  flow.actor.send({ type: 'DISMISS' });
  expect([flow.state().value, flow.said, flow.request.mock.calls.length]).toEqual(['closed', ['booked', 'closed'], 1]);
});

test.each([
  ['refused', async () => no('INTERNAL')],
  ['without an answer', () => Promise.reject(new Error('offline'))],
])('a call %s ends its wait and leaves what was chosen (S8-ERR-28)', async (_what, fails) => {
  const own = demo('own', '2026-11-27', '12:00');
  const flow = start(yes([own]));
  await flow.settle();
  flow.readSlots.mockImplementationOnce(fails);
  await flow.chooseSlot();
  expect(flow.state().value).toEqual({ picking: 'noSlots' });
  flow.actor.send({ type: 'RETRY' });
  await flow.settle();
  flow.actor.send({ type: 'PICK_SLOT', slot: '10:30' });
  flow.request.mockImplementation(fails);
  flow.actor.send({ type: 'BOOK' });
  expect(flow.state().value).toBe('booking');
  await flow.settle();
  expect(flow.state().value).toEqual({ picking: 'choosing' });
  expect(flow.state().context).toMatchObject({ date: '2026-11-25', slot: '10:30' });
  flow.actor.send({ type: 'CANCEL', demo: own });
  flow.actor.send({ type: 'YES' });
  expect(flow.state().value).toBe('cancelling');
  await flow.settle();
  expect(flow.state().value).toEqual({ picking: 'choosing' });
  expect(flow.state().context.demos).toEqual([own]);
  expect(flow.said).toEqual([]);
});

test('when somebody was faster, what is free is read again', async () => {
  const flow = start();
  await flow.chooseSlot();
  flow.request.mockResolvedValueOnce(no('SLOT_TAKEN'));
  flow.readSlots.mockResolvedValueOnce(yes([{ slot_time: '10:30', is_available: false }]));
  flow.actor.send({ type: 'BOOK' });
  await flow.settle();
  expect(flow.state().value).toEqual({ picking: 'choosing' });
  expect(flow.state().context).toMatchObject({ date: '2026-11-25', slot: '', slots: [{ slot_time: '10:30', is_available: false }] });
});

test.each(['BOOK', 'YES'] as const)('a demo that is over meanwhile: the list is read again (%s)', async (type) => {
  const own = demo('own', '2026-11-27', '12:00');
  const flow = start(yes([own]));
  await flow.settle();
  flow.actor.send({ type: 'EDIT', demo: own });
  await flow.chooseSlot();
  if (type === 'YES') flow.actor.send({ type: 'CANCEL', demo: own });
  flow.request.mockResolvedValueOnce(no('DEMO_GONE'));
  flow.actor.send({ type });
  await flow.settle();
  expect(flow.readDemos).toHaveBeenCalledTimes(2);
  expect(flow.state().context.moved).toBeNull();
});

test('a doubted cancel that is kept leads back to what was chosen', async () => {
  const own = demo('own', '2026-11-27', '12:00');
  const flow = start(yes([own]));
  await flow.chooseSlot();
  flow.actor.send({ type: 'CANCEL', demo: own });
  flow.actor.send({ type: 'KEEP' });
  expect(flow.state().value).toEqual({ picking: 'choosing' });
  expect(flow.request).not.toHaveBeenCalled();
});
