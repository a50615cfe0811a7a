import { expect, test } from '../support/story.ts';

/** A Vimarsh of its own: its key is gone afterwards. */
test.use({ stackOptions: { partnerSite: true, env: { LOG_LEVEL: 'error' } } });

test('a key is revoked while a page is open: the widget goes dark within a minute and says why to the integrator (S2.2-PARAM-O01)', async ({
  page,
  stack,
  demo,
}) => {
  const stream = page.waitForRequest('**/embed/v1/stream*');
  await page.goto(stack.partnerSite);
  const widget = page.locator('vimarsh-sentiment');
  await expect(widget.getByRole('region', { name: 'Market sentiment of RELIANCE' })).toBeVisible();
  // The stream stands: only it can tell what happens from here on.
  await stream;
  const told = page.waitForEvent('console', { predicate: (message) => message.text().includes('KEY_REVOKED'), timeout: 60_000 });
  const admin = demo.sign_ins.find(({ shows }) => shows === 'admin')!;
  const post = async (path: string, body: object, token = ''): Promise<{ status: boolean; token_data?: { access_token: string } }> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    return (await (await fetch(stack.portal + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as never;
  };
  const signedIn = await post('/auth/v1/sign_in', { username: admin.email, password: demo.password, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' });
  const refused = await post('/base/v1/access-keys/revoke', { access_key: demo.widget.access_key });
  expect(refused.status).toBe(false);
  const revoked = await post('/base/v1/access-keys/revoke', { access_key: demo.widget.access_key }, signedIn.token_data!.access_token);
  expect(revoked.status).toBe(true);
  await told;
  await expect(widget.getByRole('status')).toHaveText('Widget not enabled');
  expect((await widget.boundingBox())!.height).toBeGreaterThanOrEqual(208);
  await page.reload();
  await expect(widget.getByRole('status')).toHaveText('Widget not enabled');
});
