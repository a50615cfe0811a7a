import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aClock } from '../contract/market/clock.testing.ts';
import { readClock } from '../contract/market/routes.ts';
import { fakeHost, reply } from './fake-host.tsx';
import { useKeptAnswer } from './kept-answer.ts';
import { useQuery } from './query.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test('asks for nothing, and shows what another query of the same input brings, each time that this differs', async () => {
  vi.useFakeTimers();
  let label = 'Closed';
  const host = fakeHost({ answers: [reply(readClock, () => aClock({ label }))] });
  const drawn: string[] = [];
  function Asks() {
    useQuery(readClock, {}, { every: 1000 });
    return null;
  }
  function Shows() {
    const shown = useKeptAnswer(readClock)?.label ?? 'nothing';
    drawn.push(shown);
    return <p>{shown}</p>;
  }
  const view = render(<Shows />, { wrapper: host.Wrapper });
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(host.calls).toHaveLength(0);
  expect(screen.getByText('nothing')).toBeInTheDocument();

  view.rerender(
    <>
      <Shows />
      <Asks />
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Closed')).toBeInTheDocument();
  const first = drawn.length;
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect([host.calls.length, drawn.length], 'the same again draws nothing').toEqual([2, first]);
  label = 'Open';
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('Open')).toBeInTheDocument();
  expect(drawn).toHaveLength(first + 1);
});
