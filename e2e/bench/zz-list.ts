import { writeFileSync } from 'node:fs';
import { demoOf, REPOSITORY, startStack } from '../support/stack.ts';
import { freshContext, openBrowser, SLOW_4G, slowDown, visit } from './browser.ts';
import { median } from './figure.ts';
const path = process.argv[2] ?? '/experts-past-recommendations';
const stack = await startStack({ template: `${REPOSITORY}.cache/bench-data`, onDisk: true });
const browser = await openBrowser();
const demo = await demoOf(stack.portal);
const { email } = demo.sign_ins.find((account) => account.shows === 'Pro investor')!;
const context = await freshContext(browser);
const page = await context.newPage();
await page.goto(`${stack.portal}/login`);
await page.getByLabel(/mobile number or e-?mail/i).fill(email);
await page.getByLabel('Password').fill(demo.password);
await page.getByRole('button', { name: 'Log In', exact: true }).click();
await page.waitForURL((url) => !url.pathname.startsWith('/login'));
const session = await context.storageState();
await context.close();
const all = [];
for (let i = 0; i < 7; i++) {
  const context = await freshContext(browser, { width: 412, height: 915 }, session);
  const page = await context.newPage();
  const cdp = await slowDown(page, { cpu: 4, network: SLOW_4G });
  if (i === 6) await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink', 'blink.user_timing', 'v8', 'toplevel', 'loading'], screenshots: false });
  const seen = await visit(page, cdp, stack.portal + path, { selector: 'main li' });
  all.push(seen);
  if (i === 6) {
    writeFileSync('/tmp/list-trace.json', await browser.stopTracing());
    const t0 = Math.min(...seen.requests.map((r) => r.at));
    for (const r of seen.requests) console.log(((r.at - t0) * 1000).toFixed(0).padStart(6), String(r.bytes).padStart(7), r.url.replace(stack.portal, ''));
  }
  await context.close();
}
console.log('content', all.map((v) => v.content.toFixed(0)).join(' '), 'median', median(all.slice(0, 6).map((v) => v.content)).toFixed(0), 'bytes', all[0]!.requests.reduce((s, r) => s + r.bytes, 0));
await browser.close(); await stack.stop(); process.exit(0);
