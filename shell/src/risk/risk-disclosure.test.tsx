import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { acknowledgeRisk, readRiskDisclosure } from '@vimarsh/shared/contract/consents/routes.ts';
import type { RiskDisclosure as Answer } from '@vimarsh/shared/contract/consents/types.ts';
import { FNO_FIGURES } from '@vimarsh/shared/domain/text/fno-disclosure.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test } from 'vitest';
import { RiskDisclosure } from './risk-disclosure.tsx';

const TITLE = 'How many lose in F&O';
const never: Answer = { due: true, version: FNO_FIGURES.version, acknowledged_at: null };
const now: Answer = { ...never, due: false, acknowledged_at: '2026-11-25T05:00:00.000Z' };

/** A server that remembers the acknowledgement. */
function server(first: Answer): CannedAnswer[] {
  let kept = first;
  return [
    reply(readRiskDisclosure, () => kept),
    reply(acknowledgeRisk, () => {
      kept = now;
      return kept;
    }),
  ];
}

async function show(answers: CannedAnswer[], around = <input aria-label="Symbol" />) {
  const host = fakeHost({ path: '/expert-past-strategy-options', snapshot: { signedIn: true }, answers });
  render(
    <>
      <main id="outlet">
        <h1>Option calls</h1>
        {around}
      </main>
      <RiskDisclosure />
    </>,
    { wrapper: host.Wrapper },
  );
  await act(async () => {});
  return host;
}

test('a first visit shows every figure, takes the focus, and gives it to the heading once it is acknowledged', async () => {
  const host = await show(server(never));
  const dialog = await screen.findByRole('dialog', { name: TITLE });
  for (const line of FNO_FIGURES.lines) expect(dialog).toHaveTextContent(line);
  expect(dialog).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(dialog, 'only the button takes it away').toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'I have read this' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Option calls' })).toHaveFocus();
  expect(host.calls.filter(({ route }) => route === acknowledgeRisk).map(({ input }) => input.body)).toEqual([{ version: FNO_FIGURES.version }]);
  expect(document.body.style.paddingBottom).toBe('');
});

test('the page behind it stays open to the keyboard, and who types keeps the focus', async () => {
  const answers = server(never);
  await show(answers, <input ref={(field) => field?.focus()} aria-label="Symbol" />);
  await screen.findByRole('dialog', { name: TITLE });
  expect(screen.getByRole('textbox', { name: 'Symbol' })).toHaveFocus();
  await userEvent.keyboard('NIFTY');
  expect(screen.getByRole('textbox', { name: 'Symbol' })).toHaveValue('NIFTY');
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'I have read this' })).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(screen.getByRole('textbox', { name: 'Symbol' })).toHaveFocus();
});

test('an open menu keeps the focus: it would close without it', async () => {
  await show(
    server(never),
    <div role="menu">
      <button type="button" role="menuitem" ref={(item) => item?.focus()}>
        My account
      </button>
    </div>,
  );
  await screen.findByRole('dialog', { name: TITLE });
  expect(screen.getByRole('menuitem', { name: 'My account' })).toHaveFocus();
});

test('who acknowledged it, on whatever device, is not asked', async () => {
  const host = await show(server(now));
  expect(host.calls).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('one that could not be kept says so and stays', async () => {
  await show([reply(readRiskDisclosure, never), refuse(acknowledgeRisk, 'UNREACHABLE', 'The server could not be reached.')]);
  await userEvent.click(await screen.findByRole('button', { name: 'I have read this' }));
  expect(screen.getByRole('alert')).toHaveTextContent('The server could not be reached.');
  expect(screen.getByRole('dialog', { name: TITLE })).toBeVisible();
});

test('where the server can’t say whether it is due, the page stands without it and no toast is shown', async () => {
  const host = await show([refuse(readRiskDisclosure, 'INTERNAL', 'Something failed on our side.')]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(host.notices).toEqual([]);
});
