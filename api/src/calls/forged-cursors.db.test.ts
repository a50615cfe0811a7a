import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { openStage, type Stage } from './testing.ts';

/** The lists of all kinds, each with the column of its orders by end, by publication and by result. */
const LISTS = {
  '/reco/v1/calls': { 'view=past': 'ended_at', 'view=live': 'published_at', 'view=past&sort=result': 'realised_return' },
  '/reco/v1/options/calls': { 'view=past': 'ended_at', 'view=live': 'published_at', 'view=past&sort=result': 'return_on_risk' },
};
const ID = '01KAFZ0000000000000000000A';
/** What a page could end with. Behind the colon: of instants alone. */
const FORGED: Record<string, (column: string) => unknown> = {
  'another column': () => ['stock', 1, ID],
  'an instant beyond all dates: instant': (column) => [column, 8.7e15, ID],
  'an instant that no database has: instant': (column) => [column, -8.6e15, ID],
  'a number that is no instant: instant': (column) => [column, 1e300, ID],
  'a number without end': (column) => `["${column}",1e999,"${ID}"]`,
  'a text for a number': (column) => [column, 'x', ID],
  'no number': (column) => [column, null, ID],
  'an id with a sign that no text holds': (column) => [column, 1, '\u0000'],
  'no id': (column) => [column, 1, 5],
  'no list': () => null,
};

const cursorOf = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

describe.each(await featureDatabase())('the end of a page that nobody was given, on %s', (database) => {
  let stage: Stage;
  const logged: string[] = [];
  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-11-20T05:00:00.000Z', log: { write: (line) => void logged.push(line) } });
  });
  afterAll(() => stage?.end());

  test.each(Object.keys(LISTS) as (keyof typeof LISTS)[])('is refused by %s in a sentence, and is nothing an engineer must look at', async (path) => {
    for (const [query, column] of Object.entries(LISTS[path])) {
      for (const [name, forged] of Object.entries(FORGED)) {
        if (name.endsWith(': instant') && !column.endsWith('_at')) continue;
        logged.length = 0;
        const answer = await stage.get('usr_pro', `${path}?${query}&cursor=${cursorOf(forged(column))}`);
        expect(answer, `${query}, ${name}`).toMatchObject({
          http: 400,
          code: 'BAD_REQUEST',
          problems: [{ path: 'cursor', message: 'Not a page of this list' }],
        });
        expect(
          logged.filter((line) => ['warn', 'error', 'fatal'].includes((JSON.parse(line) as { level: string }).level)),
          name,
        ).toEqual([]);
      }
      expect((await stage.get('usr_pro', `${path}?${query}&cursor=${cursorOf([column, 1, ID])}`)).http, query).toBe(200);
    }
  });
});
