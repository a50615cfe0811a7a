import { describe, expect, test } from 'vitest';
import { inTime } from './in-order.ts';

const event = { kind: 'equity', call_id: 'c', expert_id: 'e', type: 'sl_hit', payload: { price: 1440 }, actor: 'engine', ts: '2026-03-23T10:00:00.000Z' };
const root = new Date('2026-03-23T13:15:00.000Z');

describe('an event that becomes known', () => {
  test('before its day’s root is dated by its bar', () => {
    expect(inTime(event, new Date('2026-03-20T13:15:00.000Z'), new Date('2026-03-23T10:00:01.000Z'))).toBe(event);
    expect(inTime(event, null, new Date('2026-03-23T10:00:01.000Z'))).toBe(event);
  });

  test('after it is dated by when it was known, with the time of its bar beside', () => {
    expect(inTime(event, root, new Date('2026-05-08T13:40:00.000Z'))).toEqual({
      ...event,
      ts: '2026-05-08T13:40:00.000Z',
      payload: { price: 1440, at: '2026-03-23T10:00:00.000Z' },
    });
  });

  test('while a replay shows a time before the root stays as it is', () => {
    expect(inTime(event, root, new Date('2026-03-23T11:00:00.000Z'))).toBe(event);
  });
});
