import { describe, expect, test } from 'vitest';
import { askAgainAt, type RequestFacts, type RoomTimes, refuseRequest, roomEndsAt, stillWaitsTill } from './request-rules.ts';

const NOON = new Date('2026-11-20T06:30:00Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);
const DAY = 24 * 3600_000;
const room = (status: RoomTimes['status'], change: Partial<RoomTimes> = {}): RoomTimes => ({
  status,
  requested_at: NOON,
  decided_at: status === 'Requested' ? null : NOON,
  closed_at: status === 'Closed' ? NOON : null,
  ...change,
});

describe('when a room moves on by itself', () => {
  test.each([
    ['a request, after a day', room('Requested'), after(DAY)],
    ['an open room, thirty days after it was accepted', room('Active', { requested_at: after(-DAY) }), after(30 * DAY)],
    ['a room that ended, never', room('Closed'), null],
    ['a denied request, never', room('Denied'), null],
  ])('%s', (_what, times, at) => expect(roomEndsAt(times)).toEqual(at));
});

describe('when the same expert may be asked again', () => {
  test.each([
    ['not while a request waits', room('Requested'), null],
    ['not while the room is open', room('Active'), null],
    ['a day after a denial', room('Denied'), after(DAY)],
    ['a day after the request was taken back', room('Cancelled'), after(DAY)],
    ['at once after it expired: it has waited for a day', room('Expired'), NOON],
    ['a day after the room closed, not after it was accepted', room('Closed', { decided_at: after(-9 * DAY) }), after(DAY)],
  ])('%s', (_what, times, at) => expect(askAgainAt(times)).toEqual(at));

  test('it is told only while it is to come', () => {
    expect(stillWaitsTill(room('Closed'), after(DAY - 1))).toBe(after(DAY).toISOString());
    expect(stillWaitsTill(room('Closed'), after(DAY))).toBeNull();
    expect(stillWaitsTill(room('Expired'), NOON)).toBeNull();
    expect(stillWaitsTill(room('Active'), NOON)).toBeNull();
  });
});

describe('a request', () => {
  const facts: RequestFacts = { rights: { rooms: 5, pending: 3 }, open: 0, waiting: 0, room: null, expertOpen: 0, now: NOON };
  test.each<[string, Partial<RequestFacts>, ReturnType<typeof refuseRequest>]>([
    ['is taken', {}, null],
    ['needs a right', { rights: null }, 'NOT_ENTITLED'],
    ['is the third that waits', { waiting: 2 }, null],
    ['would be the fourth that waits', { waiting: 3 }, 'CHAT_MOST'],
    ['takes the fifth room', { open: 4 }, null],
    ['finds five rooms open', { open: 5 }, 'CHAT_MOST'],
    ['counts what waits as rooms, too', { open: 3, waiting: 2 }, 'CHAT_MOST'],
    ['takes the one room of Pro', { rights: { rooms: 1, pending: 1 } }, null],
    ['finds the one room of Pro open', { rights: { rooms: 1, pending: 1 }, open: 1 }, 'CHAT_MOST'],
    ['finds one waiting with the same expert', { room: room('Requested') }, 'CHAT_AGAIN'],
    ['finds an open room with the same expert', { room: room('Active') }, 'CHAT_AGAIN'],
    ['comes a moment too soon after the last', { room: room('Closed'), now: after(DAY - 1) }, 'CHAT_WAIT'],
    ['comes a day after the last', { room: room('Closed'), now: after(DAY) }, null],
    ['takes the fortieth place', { expertOpen: 39 }, null],
    ['finds no place', { expertOpen: 40 }, 'CHAT_FULL'],
  ])('%s', (_what, change, code) => expect(refuseRequest({ ...facts, ...change })).toBe(code));
});
