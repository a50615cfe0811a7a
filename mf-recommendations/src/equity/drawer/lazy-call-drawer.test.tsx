import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aDetail } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { beforeAll, expect, test, vi } from 'vitest';
import { LazyCallDrawer } from './lazy-call-drawer.tsx';

const file = vi.hoisted(() => ({ down: true }));
vi.mock('./call-drawer.tsx', async (original) => {
  const real = await original<typeof import('./call-drawer.tsx')>();
  return {
    get CallDrawer() {
      if (file.down) throw new Error('Loading chunk failed');
      return real.CallDrawer;
    },
  };
});

// Loaded first, so that the waiting below is for the failure and not for the compiler.
beforeAll(() => import('./call-drawer.tsx'));

test('a drawer whose code does not load says so and can be closed; Try again opens it, and the page keeps its filters', async () => {
  const quiet = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const host = fakeHost({ answers: [reply(readCall, aDetail())] });
  const close = vi.fn();
  render(
    <>
      <input aria-label="Stock" defaultValue="TCS" />
      <LazyCallDrawer id="call_1" onClose={close} />
    </>,
    { wrapper: host.Wrapper },
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('The call could not be shown');
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(2);
  file.down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Order book grows.')).toBeVisible();
  expect(screen.getByLabelText('Stock')).toHaveValue('TCS');
  quiet.mockRestore();
});
