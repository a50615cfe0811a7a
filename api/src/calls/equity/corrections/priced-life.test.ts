import { expect, test } from 'vitest';
import { pricedLife } from './priced-life.ts';

const exit = { price: 770, ts: Date.parse('2026-05-06T04:30:00.000Z'), reason: 'Stop-loss reached' };
const STOPPED = { status: 'sl_hit', published_at: Date.parse('2026-05-04T12:00:00.000Z'), adjusted_on: ['2026-05-05'], exit } as const;
const LIFE = { published_at: STOPPED.published_at, ended_at: exit.ts, adjusted_on: ['2026-05-05'] };

test.each<readonly [name: string, change: object, expected: unknown]>([
  ['a call that its stop-loss ended', {}, LIFE],
  ['one that is open', { status: 'active', exit: null }, null],
  ['one that was cancelled', { status: 'cancelled', exit: null }, null],
  ['one whose end two people have corrected', { exit: { ...exit, reason: 'Corrected by two people; the reason is in the timeline' } }, null],
])('%s', (_, change, expected) => expect(pricedLife({ ...STOPPED, ...change })).toEqual(expected));
