import { render, screen } from '@testing-library/react';
import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { Profiler } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { INVESTOR } from '../../testing/people.ts';
import { CallList } from './call-list.tsx';

const CALLS = Array.from({ length: 9 }, (_, at) => aCall({ id: `call_${at}` }));

/** How many rows stood after each time the list was drawn. */
function drawnOn(phone: boolean): number[] {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: !phone && query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { Wrapper } = fakeHost({ path: '/experts-past-recommendations', snapshot: INVESTOR, answers: [] });
  const rows: number[] = [];
  const list = (
    <CallList
      label="Live calls"
      page={aPage(CALLS)}
      settled={false}
      to={(id) => `?reco=${id}`}
      openId=""
      onOpen={() => undefined}
      waiting={0}
      onWaiting={() => undefined}
      more={false}
      onMore={() => undefined}
    />
  );
  render(
    <Profiler id="list" onRender={() => rows.push(document.querySelectorAll('[data-call]').length)}>
      {list}
    </Profiler>,
    { wrapper: Wrapper },
  );
  return rows;
}

test('on a phone the first screen’s rows stand before the others, which follow by themselves', () => {
  expect(drawnOn(true)[0]).toBe(4);
  expect(screen.getAllByRole('listitem')).toHaveLength(CALLS.length);
  expect(screen.getByText('9 of 9 calls')).toBeVisible();
});

test('a wide window has them all at once', () => {
  expect(drawnOn(false)[0]).toBe(CALLS.length);
});

test('behind what can be entered, calls to sell stand under a heading of their own', () => {
  const { Wrapper } = fakeHost({ path: '/experts-past-recommendations', snapshot: INVESTOR, answers: [] });
  const items = [aCall({ id: 'buy' }), aCall({ id: 'sell', call_type: 'Sell', target_price: 2850, stop_loss: 3075 })];
  const listed = (entering: boolean) => (
    <CallList
      label="Live calls"
      page={{ ...aPage(items), entering }}
      settled={false}
      to={(id) => `?reco=${id}`}
      openId=""
      onOpen={() => undefined}
      waiting={0}
      onWaiting={() => undefined}
      more={false}
      onMore={() => undefined}
    />
  );
  const { rerender } = render(listed(true), { wrapper: Wrapper });
  const heading = screen.getByRole('heading', { name: 'For holders' });
  const [buy, sell] = [...document.querySelectorAll('[data-call]')];
  expect(buy!.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(sell!.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  rerender(listed(false));
  expect(screen.queryByRole('heading', { name: 'For holders' })).toBeNull();
});
