import type { Page } from '@playwright/test';
import { askHost } from '../support/ask-host.ts';
import { type Kind, screenFor, screensFor } from '../support/screens.ts';
import { expect, openAccount, requestsOf, signedIn, test as story } from '../support/story.ts';

/** From `/`, without typing an address: every screen there is for somebody, in at most three presses. */
// Each reader's walk takes a minute: one after the other they would leave other workers waiting at the end.
story.describe.configure({ mode: 'parallel' });
// Service workers as people have them, over all screens.
story.use({ serviceWorkers: 'allow' });

interface Reader {
  readonly who: string;
  readonly account?: string;
  /** Partner whose host they use; the main host without. */
  readonly at?: string;
  readonly kind: Kind;
}
const INVESTOR = { user_id: 'somebody', profession: 'Retail Investor' } as const;
const READERS: readonly Reader[] = [
  { who: 'A visitor', kind: {} },
  { who: 'A free member', account: 'free investor', kind: INVESTOR },
  { who: 'A Premium member', account: 'Premium investor', kind: { ...INVESTOR, plan: 'Premium' } },
  {
    who: 'A verified expert',
    account: 'verified expert',
    kind: { user_id: 'somebody', profession: 'Analyst', registered: true, verified: true },
  },
  { who: 'An admin', account: 'admin', kind: { user_id: 'somebody', profession: 'Market Expert', is_admin: true } },
  {
    who: 'A partner’s customer',
    account: 'partner customer, broker without plans',
    at: 'neem',
    kind: { ...INVESTOR, partner: { tier: 'brokerWithoutPlans', loginModule: '', hasBrokerDisclaimer: true, isTradeAvailable: true } },
  },
];
const MOST_PRESSES = 3;

interface Lead {
  /** Where it stands: a screen, or what opens over it. */
  readonly on: string;
  readonly label: string;
  /** Address on this site. */
  readonly to: string;
  readonly presses: number;
}

/** Links that people see on the page as it stands, to addresses of this site. */
const linksOf = (page: Page): Promise<{ label: string; to: string }[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.origin === location.origin && link.target !== '_blank' && !link.hasAttribute('download') && link.checkVisibility())
      .map((link) => ({ label: (link.getAttribute('aria-label') ?? link.textContent ?? '').trim(), to: link.pathname + link.search })),
  );

/** The places of the account menu, which is the same on every screen: a press opens it. */
async function ownOf(page: Page, on: string, presses: number): Promise<Lead[]> {
  await openAccount(page);
  const places = await page
    .getByRole('menu')
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => ({ label: link.textContent ?? '', to: link.getAttribute('href')! })));
  await page.keyboard.press('Escape');
  return places.map((place) => ({ ...place, on, presses }));
}

for (const { who, account, at, kind } of READERS) {
  story(`${who} finds every screen in three presses, and no link leads nowhere`, async ({ page, stack, demo }) => {
    // Some forty screens, on a machine that others may keep busy.
    story.setTimeout(480_000);
    const host = at ? stack.partnerHost(at) : stack.portal;
    const allIsThere = requestsOf(page);
    if (account) await signedIn(page, host, demo, account);
    const wanted = new Set(screensFor(kind));
    /** Presses to each screen, by its pattern. */
    const found = new Map<string, number>();
    const astray: string[] = [];
    const leads: Lead[] = [{ on: '', label: 'the beginning', to: '/', presses: 0 }];
    const seen = new Set<string>();
    for (let lead = leads.shift(); lead; lead = leads.shift()) {
      const screen = screenFor(kind, lead.to.split('?', 1)[0]!);
      if (!screen && (await askHost(host + lead.to)).ok) continue;
      // A door that says it is one may lead to the login.
      if (!screen?.opens && !(screen && /log in|sign/i.test(lead.label))) {
        astray.push(`“${lead.label}” on ${lead.on} leads to ${lead.to}, ${screen ? 'which is closed to them' : 'where no screen is'}`);
        continue;
      }
      if (!screen.opens) continue;
      if (!found.has(screen.pattern)) found.set(screen.pattern, lead.presses);
      // One screen stands for all of its subjects: stocks, experts, calls. Words are the same for everyone: the visitor reads them.
      const looked = `${screen.pattern} ${screen.about}`;
      if (seen.has(looked) || lead.presses === MOST_PRESSES || (screen.words && account)) continue;
      seen.add(looked);
      await page.goto(host + lead.to);
      await expect(page.locator('main h1').first()).toBeVisible();
      if (screen.framed) await expect(page.getByRole('navigation', { name: 'About this site' })).toBeVisible();
      // A screen without the frame has neither name nor account menu.
      if (account && screen.framed) await expect(page.locator('[data-profile]')).toBeVisible();
      await allIsThere();
      const on = new URL(page.url()).pathname;
      // The start sends whoever is signed in to their own; the press was the same.
      const landed = screenFor(kind, on)!;
      if (!found.has(landed.pattern)) found.set(landed.pattern, lead.presses);
      seen.add(`${landed.pattern} ${landed.about}`);
      const open = (await linksOf(page)).map((link) => ({ ...link, on, presses: lead.presses + 1 }));
      const next = [...open, ...(account && screen.framed ? await ownOf(page, on, lead.presses + 2) : [])].filter(({ presses }) => presses <= MOST_PRESSES);
      leads.push(...next.filter(({ to }, index) => next.findIndex((other) => other.to === to) === index));
    }
    expect(astray).toEqual([]);
    expect([...wanted].filter((pattern) => !found.has(pattern))).toEqual([]);
  });
}
