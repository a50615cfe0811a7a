import { render, screen } from '@testing-library/react';
import { formatFloat } from '@vimarsh/shared/domain/text/formats.ts';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test, vi } from 'vitest';
import { ChainTable, Strikes, type StrikesProps } from './chain-picker.tsx';
import type { LegForm } from './option-form.ts';
import { aChain } from './sample-chain.testing.ts';

vi.mock('@vimarsh/shared/domain/text/formats.ts', async (load) => {
  const real = await load<typeof import('@vimarsh/shared/domain/text/formats.ts')>();
  return { ...real, formatFloat: vi.fn(real.formatFloat) };
});

const picker = (shown: Omit<StrikesProps, 'all'>) => <ChainTable strikes={shown.chain.rows.length} rows={(all) => <Strikes all={all} {...shown} />} />;

test('a new look draws the strikes whose quotes have changed, and a press takes the newest quote', async () => {
  const chain = aChain();
  const onPick = vi.fn<(leg: LegForm) => void>();
  const legs: LegForm[] = [];
  const draw = (of: typeof chain) => picker({ chain: of, legs, full: false, onPick });
  const { rerender } = render(draw(chain));
  vi.mocked(formatFloat).mockClear();

  const rows = chain.rows.map((row) => (row.strike === 23_900 ? { ...row, pe: { ...row.pe!, bid: 70, ask: 72, iv: 15 } } : row));
  rerender(draw({ ...chain, as_of: '2026-11-20T06:00:15.000Z', spot: 23_990, rows }));
  expect(screen.getByText('71.00')).toBeVisible();
  // Call and put of the one strike.
  expect(formatFloat).toHaveBeenCalledTimes(2);
  await aUser().click(screen.getByRole('button', { name: 'Sell 23,900 put' }));
  expect(onPick).toHaveBeenCalledWith({ side: 'sell', type: 'PE', strike: 23_900, expiry: '2026-12-01', lots: '1', entry: '71.00', iv: 15 });
});

const leg = (side: 'buy' | 'sell', entry = '10.00'): LegForm => ({ side, type: 'CE', strike: 23_900, expiry: '2026-12-01', lots: '1', entry, iv: 12 });
const button = (name: string) => screen.getByRole('button', { name });

test('a digit typed into a leg draws no strike anew', () => {
  const chain = aChain();
  const draw = (entry: string) => picker({ chain, legs: [leg('buy', entry)], full: false, onPick: () => undefined });
  const { rerender } = render(draw('10.00'));
  vi.mocked(formatFloat).mockClear();
  rerender(draw('10.05'));
  expect(formatFloat).not.toHaveBeenCalled();
});

test('only the chosen side is pressed; a full structure takes no other leg and lets one go; what has no price can’t be picked', () => {
  const chain = aChain();
  const rows = chain.rows.map((row) => (row.strike === 24_100 ? { ...row, ce: { ...row.ce!, bid: null } } : row));
  const draw = (full: boolean) => picker({ chain: { ...chain, rows }, legs: [leg('buy')], full, onPick: () => undefined });
  const { rerender } = render(draw(false));
  expect(button('Buy 23,900 call')).toHaveAttribute('aria-pressed', 'true');
  expect(button('Sell 23,900 call')).toHaveAttribute('aria-pressed', 'false');
  expect(button('Buy 24,100 call')).toBeDisabled();
  expect(button('Sell 23,900 put')).toBeEnabled();
  rerender(draw(true));
  expect(button('Sell 23,900 put')).toBeDisabled();
  expect(button('Buy 23,900 call')).toBeEnabled();
});
