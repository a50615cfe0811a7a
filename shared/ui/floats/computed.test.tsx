import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Computed } from './computed.tsx';

const code = vi.hoisted(() => ({ there: false }));
vi.mock('./computed-box.tsx', async (original) => {
  const file = await original<object>();
  return {
    get ComputedBox() {
      if (!code.there) throw new Error('no connection');
      return (file as { ComputedBox: unknown }).ComputedBox;
    },
  };
});

test('an explanation that could not be loaded says so in words, and comes with another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <Computed label="the result" how="From the entry to the exit." inputs={[['Exit', '₹110.00']]}>
      +10.00%
    </Computed>,
  );
  await userEvent.click(screen.getByRole('button', { name: '+10.00%' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The explanation could not be loaded.');
  code.there = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('dialog', { name: 'How is the result computed?' })).toHaveTextContent('₹110.00');
});
