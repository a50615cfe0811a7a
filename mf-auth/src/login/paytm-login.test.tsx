import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { levelTwo } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { Page } from './paytm-login.page.tsx';

const list = reply(brokerList, [], { auth_option: { google_enable: false, fb_enable: false, credential_enable: true, sign_up: true } });
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('leaving the login and a refusal both go back to the app (S2.2-PARAM-O02)', async () => {
  const back = vi.spyOn(history, 'back').mockImplementation(() => {});
  render(<Page />, { wrapper: fakeHost({ path: '/paytm-login', answers: [list] }).Wrapper });
  await aUser().click(screen.getByRole('button', { name: 'Back to the app' }));
  expect(back).toHaveBeenCalledTimes(1);
  cleanup();
  const host = fakeHost({ path: '/paytm-login?code=T1&brokerId=62', answers: [list, refuse(levelTwo, 'HANDOVER_SPENT', 'Too old.')] });
  render(<Page />, { wrapper: host.Wrapper });
  await waitFor(() => expect(back).toHaveBeenCalledTimes(2));
  expect(host.notices).toMatchObject([{ text: 'Too old.' }]);
});
