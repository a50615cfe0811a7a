import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeHost } from './fake-host.tsx';
import { useTopic } from './topic.ts';

const received: string[] = [];
function Follower({ name, calls }: { name: string; calls: boolean }) {
  useTopic(calls ? { topic: 'calls' } : null, (news) => received.push(`${name}: ${news?.id ?? 'a gap'}`));
  return null;
}

test('receives the topic once while mounted, with the latest render’s listener', () => {
  received.length = 0;
  const host = fakeHost();
  const { rerender, unmount } = render(<Follower name="first" calls={false} />, { wrapper: host.Wrapper });
  act(() => host.callChanged('c0'));
  rerender(<Follower name="second" calls />);
  act(() => host.callChanged('c1'));
  rerender(<Follower name="third" calls />);
  act(() => host.callChanged(null));
  unmount();
  host.callChanged('c2');
  expect(received).toEqual(['second: c1', 'third: a gap']);
});
