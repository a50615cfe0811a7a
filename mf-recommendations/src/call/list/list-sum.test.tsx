import { render, screen } from '@testing-library/react';
import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { anOptionCall, aStoppedOption, STANDING } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test } from 'vitest';
import { CallSum } from '../../equity/list/call-sum.tsx';
import { OptionSum } from '../../options/option-sum.tsx';
import { INVESTOR } from '../../testing/people.ts';

const AS_OF = '2026-11-20T09:00:00.000Z';
const page = <C,>(items: readonly C[], more: { next?: string; locked_count?: number; by_result?: boolean } = {}) => ({
  items,
  next: null,
  as_of: AS_OF,
  ...more,
});
/** An ended call on which a follower paid ₹100 and got `exit`. */
const ended = (id: string, exit: number) =>
  aCall({
    id,
    status: exit > 100 ? 'target_hit' : 'sl_hit',
    entry_fill: { price: 100, ts: AS_OF },
    exit: { price: exit, ts: AS_OF, reason: '' },
    follower: { entry: 100, exit },
    ended_at: AS_OF,
  });
const open = (id: string, price: number) =>
  aCall({ id, entry_fill: { price: 100, ts: AS_OF }, follower: { entry: 100, exit: null }, now: { price, change_pct: 1, at: AS_OF } });
const NEVER = aCall({ id: 'never', status: 'lapsed', entry_fill: null, ended_at: AS_OF });

function text(element: React.ReactElement): string | undefined {
  const { Wrapper } = fakeHost({ path: '/', snapshot: INVESTOR, answers: [] });
  const { container } = render(element, { wrapper: Wrapper });
  return container.querySelector('[data-sum]')?.textContent?.replace(/\s+/g, ' ');
}

test('calls that ended: how many gained and lost, and the mean after costs, a loss as plain as a gain', () => {
  // Short term costs 0.25 % of what is bought: +10, −20 and −5 after that are −5.25 on average.
  const said = text(<CallSum settled page={page([ended('a', 110), ended('b', 80), ended('c', 95)])} />);
  expect(said).toMatch(/^All 3 calls1 gained2 lost/);
  expect(said).toMatch(/down −5\.\d\d% on average after costs$/);
  expect(said).not.toContain('since entry');
});

test('open calls are counted since their entry: they are up or down, and nothing is gained or lost yet', () => {
  expect(text(<CallSum settled={false} page={page([open('a', 110), open('b', 102)])} />)).toMatch(
    /^All 2 callssince entry2 up0 down.*up \+5\.\d\d% on average/,
  );
});

test('a list of what can be entered says for whom its calls are', () => {
  const calls = [open('a', 110), open('b', 90), { ...open('c', 90), call_type: 'Sell' as const }];
  expect(text(<CallSum settled={false} entering page={page(calls)} />)).toMatch(/^2 to enter, 1 for holders/);
  expect(text(<CallSum settled={false} entering page={page(calls, { next: 'more' })} />)).toMatch(/^The 3 calls shown/);
  expect(text(<CallSum settled={false} page={page(calls)} />)).toMatch(/^All 3 calls/);
});

test('it says what it is of: the rows shown, and of these the calls with a result', () => {
  const calls = [ended('a', 110), ended('b', 80)];
  expect(text(<CallSum settled page={page(calls, { next: 'more' })} />)).toMatch(/^The 2 calls shown/);
  expect(text(<CallSum settled page={page(calls, { locked_count: 1 })} />)).toMatch(/^The 2 calls shown/);
  expect(text(<CallSum settled page={page([...calls, NEVER])} />)).toMatch(/^2 of all 3 calls/);
  expect(text(<CallSum settled page={page([...calls, NEVER], { next: 'more' })} />)).toMatch(/^2 of the 3 calls shown/);
});

test.each([
  ['a single result is its row’s', page([ended('a', 110), NEVER]), false],
  ['where the site shows no figures there is none', page([ended('a', 110), ended('b', 80)], { by_result: false }), false],
  ['the best results alone speak for no list', page([ended('a', 110), ended('b', 80)], { next: 'more' }), true],
])('no sum: %s', (_why, list, byResult) => {
  expect(text(<CallSum settled page={list} byResult={byResult} />)).toBeUndefined();
});

test('the whole list in the order of results has its sum', () => {
  expect(text(<CallSum settled byResult page={page([ended('a', 110), ended('b', 80)])} />)).toMatch(/^All 2 calls/);
});

test('option calls: ₹ a lot, the share of the risk and that of a margin are never one figure', () => {
  const limited = [aStoppedOption({ id: 'a' }), aStoppedOption({ id: 'b' })];
  const alone = text(<OptionSum settled page={page(limited)} />);
  expect(alone).toMatch(/^All 2 calls0 gained2 lost.*−₹[\d,.]+ a lot on average, after costs.*% of the risk on average$/);
  const both = text(<OptionSum settled page={page([...limited, aStoppedOption({ id: 'c', on_margin: true, risk: 100_000 })])} />);
  expect(both).toMatch(/% of the risk on average.*% of the margin on average$/);
});

test('open option calls at the quotes at which they could be left now, with its explanation a press away', async () => {
  const of = [anOptionCall({ id: 'a', now: STANDING }), anOptionCall({ id: 'b', now: STANDING })];
  expect(text(<OptionSum settled={false} page={page(of)} />)).toMatch(/^All 2 callssince entry/);
  expect(screen.getAllByRole('button').length).toBeGreaterThan(1);
});
