import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useWideAs } from './layout.ts';

test('follows the window, and listens once however often it is drawn', () => {
  let wide = true;
  const heard: (() => void)[] = [];
  const addEventListener = vi.fn((_: string, changed: () => void) => void heard.push(changed));
  const removeEventListener = vi.fn();
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: wide, addEventListener, removeEventListener }));
  const Wide = ({ drawing }: { drawing: number }) => `${useWideAs('chat') ? 'wide' : 'narrow'} ${drawing}`;

  const { rerender, unmount } = render(<Wide drawing={1} />);
  rerender(<Wide drawing={2} />);
  expect(screen.getByText('wide 2')).toBeVisible();
  wide = false;
  act(() => {
    for (const changed of heard) changed();
  });
  expect(screen.getByText('narrow 2')).toBeVisible();
  expect(addEventListener).toHaveBeenCalledTimes(1);
  unmount();
  expect(removeEventListener).toHaveBeenCalledTimes(1);
});
