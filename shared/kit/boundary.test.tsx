import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ANSWERS } from '@vimarsh/shared/session/reach.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { Boundary } from './boundary.tsx';

afterEach(cleanup);

test('a failing part says so and leaves its neighbour alone; Try again mounts it again', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  const Part = () => {
    if (broken) throw new Error('render');
    return <p>the chart</p>;
  };
  render(
    <>
      <p>the list</p>
      <Boundary what="Chart">
        <Part />
      </Boundary>
    </>,
  );
  expect(screen.getByText('the list')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Chart could not be shown');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('the chart')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  quiet.mockRestore();
});

test.each(['online', ANSWERS])('a part that failed while the connection or the server was away mounts again by itself when it is back: %s', (back) => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  const Part = () => {
    if (broken) throw new TypeError('Failed to fetch');
    return <p>the chart</p>;
  };
  render(
    <Boundary what="Chart">
      <Part />
    </Boundary>,
  );
  broken = false;
  act(() => void dispatchEvent(new Event(back)));
  expect(screen.getByText('the chart')).toBeVisible();
  quiet.mockRestore();
});
