import type { Page } from '@playwright/test';
import { demoOf, type Stack } from '../../e2e/support/stack.ts';

export interface Side {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly portal: string;
}

/** A person of the demo, by what they show, as requests need them. */
export async function signedInPage({ portal }: Stack, shows: string): Promise<Side> {
  const demo = await demoOf(portal);
  const account = demo.sign_ins.find((candidate) => candidate.shows === shows);
  const answer = await fetch(`${portal}/auth/v1/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: account?.email, password: demo.password, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' }),
  });
  const { token_data } = (await answer.json()) as { token_data?: { access_token: string } };
  if (!token_data) throw new Error(`${shows} could not sign in: ${answer.status}`);
  return { portal, port: Number(new URL(portal).port), headers: { authorization: `Bearer ${token_data.access_token}` } };
}

/** Signs a person of the demo in as people do it. */
export async function signInAs(page: Page, { portal }: Stack, shows: string): Promise<void> {
  const demo = await demoOf(portal);
  const { email } = demo.sign_ins.find((account) => account.shows === shows)!;
  await page.goto(`${portal}/login`);
  await page.getByLabel(/mobile number or e-?mail/i).fill(email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}
