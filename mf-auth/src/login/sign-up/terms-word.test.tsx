import { cleanup, render, screen, within } from '@testing-library/react';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import { CONSENTS } from '@vimarsh/shared/domain/people/consents.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { Page } from '../login.page.tsx';

afterEach(cleanup);

test('the terms of a sign-up open point by point over the form, which keeps what was typed', async () => {
  const auth_option = { google_enable: false, fb_enable: false, credential_enable: true, sign_up: true };
  const host = fakeHost({ path: '/login?plan=register', answers: [reply(brokerList, [], { auth_option })] });
  render(<Page />, { wrapper: host.Wrapper });
  const user = aUser();
  await user.type(await screen.findByLabelText('Full name'), 'Asha Rao');
  await user.click(screen.getByRole('button', { name: 'terms' }));
  const dialog = within(screen.getByRole('dialog', { name: 'What you agree to' }));
  for (const { title, purpose, ending } of Object.values(CONSENTS)) {
    expect(dialog.getByRole('heading', { name: new RegExp(`^${title}`) })).toBeVisible();
    for (const words of [purpose, ending]) expect(dialog.getByText(words)).toBeVisible();
  }
  const all = dialog.getByRole('link', { name: 'Read the terms in a new tab' });
  expect([all.getAttribute('href'), all.getAttribute('target')]).toEqual(['/retail-side/terms-condition', '_blank']);
  await user.keyboard('{Escape}');
  expect(screen.getByLabelText('Full name')).toHaveValue('Asha Rao');
  expect(location.pathname).toBe('/login');
});
