import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test, vi } from 'vitest';
import { aDetail } from '../testing/calls.ts';
import { CallDrawer } from './call-drawer.tsx';

const chart = vi.hoisted(() => ({ broken: true }));
vi.mock('./call-chart.tsx', () => ({
  CallChart() {
    if (chart.broken) throw new Error('no canvas');
    return <p>the chart</p>;
  },
}));

test('a chart that fails leaves the call’s levels, reasons and record in place, and can be retried', async () => {
  const quiet = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const host = fakeHost({ answers: [reply(readCall, aDetail())] });
  render(<CallDrawer id="call_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  expect(await screen.findByRole('alert')).toHaveTextContent('The chart could not be shown');
  expect(screen.getByText('Order book grows.')).toBeVisible();
  chart.broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('the chart')).toBeVisible();
  quiet.mockRestore();
});
