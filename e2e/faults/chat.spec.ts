import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { type Demo, metricsOf, type Stack } from '../support/stack.ts';
import { expect, test as fault, OLD_TOKEN, signedIn, stored } from '../support/story.ts';

/**
 * Chats while a bearer ends at each step, over thousands of changes of the route, and with scripts in its texts.
 */

/** `ROUTE_CHANGES=10000` for a long night. */
const ROUTE_CHANGES = Number(process.env.ROUTE_CHANGES) || 80;
/** Changes before the first reading of the heap: caches and compiled code settle. */
const WARM_UP = Math.max(40, Math.min(500, ROUTE_CHANGES / 10));
/** The walk goes in parts, so that no single answer of the browser has to wait for minutes. */
const PART = 40;

const field = (page: Page): Locator => page.getByLabel(/^Message to /);
const messages = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** What can be done with one of one's own messages. */
async function choose(page: Page, text: string, action: string): Promise<void> {
  const row = messages(page)
    .locator('article, li, div')
    .filter({ hasText: text })
    .filter({ has: page.getByRole('button', { name: 'What you can do with this message' }) });
  await row.last().getByRole('button', { name: 'What you can do with this message' }).last().click();
  await page.getByRole('button', { name: action, exact: true }).click();
}

interface Members {
  readonly investor: Person;
  readonly expert: Person;
  readonly room: string;
}

/** With an expert more, whom the demo does not print. */
const withSecondExpert = (demo: Demo): Demo => ({
  ...demo,
  sign_ins: [...demo.sign_ins, { shows: 'second expert', host: '', email: 'devendra@experts.example.com', country_code: '', mobile: '' }],
});

/** An open room of both: the one that they have, or a new one. */
async function openRoom(
  stack: Stack,
  demo: Demo,
  investorShows: string,
  expertShows: string,
  topic = 'Results',
  text = 'How do you read them?',
): Promise<Members> {
  const [investor, expert] = [await Person.demo(stack, demo, investorShows), await Person.demo(stack, demo, expertShows)];
  const request = { expert_id: expert.user_id, topic, symbol: null, text, client_msg_id: crypto.randomUUID() };
  const asked = await investor.post<{ title: string } | null>('/chat/v1/rooms', request);
  if (asked.data) expect((await expert.post('/chat/v1/rooms/decide', { room: asked.data.title, accept: true })).status).toBe(true);
  const { rooms } = (await investor.get<{ rooms: { title: string; status_str: string; second_user_details: { user_id: string } }[] }>('/chat/v1/rooms')).data;
  const room = rooms.find(({ status_str, second_user_details }) => status_str === 'Active' && second_user_details.user_id === expert.user_id);
  expect(room, asked.validation).toBeDefined();
  return { investor, expert, room: room!.title };
}

/** Bodies of the room's messages, as the server has them. */
const bodiesOf = async ({ expert, room }: Members): Promise<string[]> =>
  (await expert.get<{ entries: { kind: string; body: string }[] }>(`/chat/v1/rooms/${room}/messages?limit=200`)).data.entries
    .filter(({ kind }) => kind === 'message')
    .map(({ body }) => body);

const ageBearer = (page: Page): Promise<void> =>
  page.evaluate((token) => {
    localStorage.setItem('token', token);
    dispatchEvent(new Event('vimarsh:storage'));
  }, OLD_TOKEN);

async function typePassword(page: Page, demo: Demo, shows: string): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel(/mobile number or e-?mail/i).fill(demo.sign_ins.find((account) => account.shows === shows)!.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}

/** The session of a page ends on the server, as when somebody ends it on another device. */
async function endSession(page: Page, portal: string): Promise<void> {
  const { token, refresh_token } = await stored(page);
  const cookie = (await page.context().cookies(portal)).map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${portal}/auth/v1/sign_out`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, cookie },
    body: JSON.stringify({ refresh_token }),
  });
  expect(answer.status).toBe(200);
}

/** Hears of scripts that ran where text was meant, and of what the page’s policy refused. */
async function listenFor(context: BrowserContext): Promise<{ readonly found: string[] }> {
  const seen = { found: [] as string[] };
  await context.exposeFunction('tellStory', (what: string) => void seen.found.push(what));
  await context.addInitScript(() => {
    const { tellStory } = window as unknown as { tellStory(what: string): void };
    Object.assign(window, { struck: () => tellStory('a script ran') });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => tellStory(`${violatedDirective} refused ${blockedURI}`));
  });
  return seen;
}

fault('a bearer that is over at any step of a chat costs one renewal and nothing that was written', async ({ page, stack, demo: printed }) => {
  fault.setTimeout(300_000);
  const demo = withSecondExpert(printed);
  // Stories on the same server ask the first expert by the form of somebody who has no chat with them.
  const members = await openRoom(stack, demo, 'Pro investor', 'second expert');
  const seen = await listenFor(page.context());
  let renewals = 0;
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/v1/refresh_token')) renewals += 1;
    if (/\/(chat|auth)\/v1\//.test(request.url())) asked += 1;
  });
  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/chat`);
  const steps: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
    ['opening the room', () => page.goto(`${stack.portal}/chat?room=${members.room}`), () => expect(field(page)).toBeVisible()],
    ['sending', () => say(page, 'Sent with an old bearer'), () => expect.poll(() => bodiesOf(members)).toEqual(['Sent with an old bearer'])],
    [
      'editing',
      async () => {
        await choose(page, 'Sent with an old bearer', 'Edit');
        await field(page).fill('Edited with an old bearer');
        await page.getByRole('button', { name: 'Save' }).click();
      },
      () => expect(messages(page).getByText('Edited with an old bearer')).toBeVisible(),
    ],
    [
      'withdrawing',
      async () => {
        await choose(page, 'Edited with an old bearer', 'Withdraw');
        await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      },
      () => expect(messages(page).getByText('You withdrew this message')).toBeVisible(),
    ],
    [
      'reading what the other writes',
      () => members.expert.post('/chat/v1/messages', { room: members.room, client_msg_id: crypto.randomUUID(), body: 'Written by the other' }),
      async () => {
        await expect(messages(page).getByText('Written by the other')).toBeVisible();
        await expect.poll(async () => (await members.investor.get<{ unread: number }>('/chat/v1/rooms')).data.unread).toBe(0);
      },
    ],
    [
      'saving the transcript',
      async () => {
        await page.getByRole('button', { name: 'What you can do with this chat' }).click();
        await page.getByRole('menuitem', { name: 'Download the transcript' }).click();
      },
      () => page.getByRole('dialog', { name: 'Transcript saved' }).getByRole('button', { name: 'Okay' }).click(),
    ],
    [
      'closing',
      async () => {
        await page.getByRole('button', { name: 'What you can do with this chat' }).click();
        await page.getByRole('menuitem', { name: 'Close this chat' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Close chat' }).click();
      },
      () => expect(page.getByText('This chat is closed')).toBeVisible(),
    ],
  ];
  for (const [step, act, holds] of steps) {
    [renewals, asked] = [0, 0];
    await ageBearer(page);
    await act();
    await holds();
    await expect(page, step).toHaveURL(/\/chat/);
    // A page that is left may have begun one that the next page asks for again.
    expect(renewals, `renewals while ${step}`).toBeLessThanOrEqual(step === 'opening the room' ? 2 : 1);
    expect(asked, `requests while ${step}`).toBeLessThan(60);
  }
  expect(seen.found, 'refused by the page’s policy').toEqual([]);
});

fault('a session that is ended at any step of a chat keeps what was written, and the next sign-in leads back to it', async ({ page, stack, demo }) => {
  fault.setTimeout(400_000);
  const members = await openRoom(stack, demo, 'chat user', 'verified expert');
  const address = `${stack.portal}/chat?room=${members.room}`;
  await signedIn(page, stack.portal, demo, 'chat user');
  await page.goto(address);
  await expect(field(page)).toBeVisible();

  // While they type, the server says so over the line.
  await field(page).fill('Half a sentence');
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(([key, value]) => key.startsWith('vimarsh.chat-draft.') && value.includes('Half a sentence')),
  );
  await endSession(page, stack.portal);
  await typePassword(page, demo, 'chat user');
  await expect(page).toHaveURL(address);
  await expect(field(page)).toHaveValue('Half a sentence');

  // As it is sent, without a line: the send or another request of the page is the first that hears of it.
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  await page.reload();
  await expect(field(page)).toHaveValue('Half a sentence');
  await field(page).focus();
  await endSession(page, stack.portal);
  // Where the page has left already, the key meets no field.
  await page.keyboard.press('Enter');
  await typePassword(page, demo, 'chat user');
  await expect(page).toHaveURL(/\/chat/);
  await page.goto(address);
  // Whether the device had the message before the session's end was seen is luck. If not, it stands in the field again, and pressing Send once
  // too often sends nothing twice.
  const isBack = async (): Promise<boolean> => (await field(page).inputValue()) === 'Half a sentence';
  await expect.poll(async () => (await isBack()) || (await bodiesOf(members)).length > 0).toBe(true);
  if (await isBack()) await field(page).press('Enter');
  await expect.poll(() => bodiesOf(members)).toEqual(['Half a sentence']);
  await expect(field(page)).toHaveValue('');
  await expect(messages(page).getByText('Half a sentence')).toHaveCount(1);
  await expect(page.getByText(/not sent yet/)).toHaveCount(0);
});

interface Standing {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly timers: number;
  readonly sockets: number;
}

async function standing(page: Page, cdp: CDPSession, stack: Stack): Promise<Standing> {
  await page.waitForTimeout(1000);
  for (let n = 0; n < 3; n += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
  return {
    heap: of('JSHeapUsedSize'),
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    timers: await page.evaluate(() => (window as unknown as { running: Set<number> }).running.size),
    sockets: Number(/^sockets_open(?:\{[^}]*\})? (\d+)/m.exec(await metricsOf(stack.portal))?.[1]),
  };
}

/** In the page: goes round the addresses, each time until what stands there has been painted. */
async function goAround({ places, changes }: { places: readonly { address: string; shows: string }[]; changes: number }): Promise<void> {
  const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (let change = 1; change <= changes; change += 1) {
    const { address, shows } = places[change % places.length]!;
    const began = performance.now();
    history.pushState(null, '', address);
    while (!document.querySelector(shows)) {
      if (performance.now() - began > 30_000) throw new Error(`${address} did not come: nothing is ${shows}`);
      await painted();
    }
    await painted();
  }
}

fault(`${ROUTE_CHANGES} changes of the route between chats leave nothing behind`, async ({ page, stack, demo }) => {
  fault.setTimeout(400_000 + ROUTE_CHANGES * 500);
  const { expert, room } = await openRoom(stack, demo, 'chat user', 'verified expert');
  for (let n = 1; n <= 10; n += 1) await expert.post('/chat/v1/messages', { room, client_msg_id: crypto.randomUUID(), body: `Message ${n}` });
  await page.addInitScript(() => {
    const running = new Set<number>();
    Object.assign(window, { running });
    const [begin, end] = [window.setInterval, window.clearInterval];
    window.setInterval = ((...given: Parameters<typeof begin>) => {
      const id = begin(...given) as unknown as number;
      running.add(id);
      return id;
    }) as typeof begin;
    window.clearInterval = (id) => {
      running.delete(id as number);
      end(id as number);
    };
  });
  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/chat?room=${room}`);
  await expect(field(page)).toBeVisible();
  const places = [
    { address: '/chat', shows: 'nav[aria-label="Chats"]:not(:has([aria-current="true"]))' },
    { address: `/chat?room=${room}`, shows: 'section[aria-label^="Chat with"] [role="log"]' },
    { address: '/expert-list', shows: '#outlet h1' },
    { address: `/chat?room=${room}`, shows: 'section[aria-label^="Chat with"] textarea' },
  ];
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const walk = async (changes: number): Promise<void> => {
    for (let done = 0; done < changes; done += PART) await page.evaluate(goAround, { places, changes: Math.min(PART, changes - done) });
    await page.evaluate(goAround, { places: [places[0]!], changes: 1 });
  };
  await walk(WARM_UP);
  const before = await standing(page, cdp, stack);
  await walk(ROUTE_CHANGES);
  const after = await standing(page, cdp, stack);
  console.log(`${ROUTE_CHANGES} changes of the route`, JSON.stringify({ before, after }));
  expect((after.heap - before.heap) / 1e6, 'MB more').toBeLessThanOrEqual(10);
  expect(after.nodes - before.nodes, 'nodes more').toBeLessThanOrEqual(50);
  expect(after.listeners - before.listeners, 'listeners more').toBeLessThanOrEqual(10);
  // One of the start may have run out meanwhile.
  expect(after.timers).toBeLessThanOrEqual(before.timers);
  expect(after.sockets).toBe(before.sockets);
});

/** Each calls `struck` if a browser takes it for more than text. */
const SCRIPTS = [
  '<script>struck()</script>',
  '"><script>struck()</script>',
  '</textarea><script>struck()</script>',
  '<img src=x onerror=struck()>',
  '<img src=x onerror="struck()" />',
  '"><img src=x onerror=struck()>',
  '<svg onload=struck()>',
  '<svg><script>struck()</script></svg>',
  '<svg><animate onbegin=struck() attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:struck()"><text x=9 y=9>x</text></a></svg>',
  '<body onload=struck()>',
  '<iframe srcdoc="<script>parent.struck()</script>"></iframe>',
  '<iframe src="javascript:parent.struck()"></iframe>',
  '<object data="javascript:struck()"></object>',
  '<embed src="javascript:struck()">',
  '<a href="javascript:struck()" autofocus onfocus=struck()>x</a>',
  '<input autofocus onfocus=struck()>',
  '<select autofocus onfocus=struck()>',
  '<details open ontoggle=struck()>',
  '<video><source onerror=struck()></video>',
  '<audio src=x onerror=struck()>',
  '<math><mtext><img src=x onerror=struck()></mtext></math>',
  '<style>@import "javascript:struck()";</style>',
  '<div style="background:url(javascript:struck())">',
  '<meta http-equiv=refresh content="0;javascript:struck()">',
  '<link rel=stylesheet href="javascript:struck()">',
  '<base href="javascript:struck()//">',
  '<form action="javascript:struck()"><button autofocus>x</button></form>',
  '<template><script>struck()</script></template><noscript><img src=x onerror=struck()></noscript>',
  'javascript:struck()//{{constructor.constructor("struck()")()}}',
] as const;

fault(
  `${SCRIPTS.length} scripts in the texts of a chat are text for both members, and nothing offends the page’s policy`,
  async ({ page, browser, stack, demo: printed }) => {
    fault.setTimeout(300_000);
    const demo = withSecondExpert(printed);
    const members = await openRoom(stack, demo, 'chat user', 'second expert', SCRIPTS[3].slice(0, 60), SCRIPTS.slice(0, 5).join(' '));
    // Each member may send twenty messages a minute.
    const kept: string[] = [];
    for (const [at, body] of SCRIPTS.entries()) {
      const { status, code } = {
        code: '',
        ...(await [members.investor, members.expert][at % 2]!.post('/chat/v1/messages', { room: members.room, client_msg_id: crypto.randomUUID(), body })),
      };
      expect([status, code], body).toEqual(status ? [true, ''] : [false, 'MESSAGE_BLOCKED']);
      if (status) kept.push(body);
    }
    expect(kept.length, 'scripts that the guard of texts let through').toBeGreaterThan(15);
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    const seen = [await listenFor(page.context()), await listenFor(elsewhere)];
    for (const [side, shows] of [
      [page, 'chat user'],
      [other, 'second expert'],
    ] as const) {
      await signedIn(side, stack.portal, demo, shows);
      await side.goto(`${stack.portal}/expert-list`);
      await expect(side.locator('#outlet h1').first()).toBeVisible();
      await side.goto(`${stack.portal}/chat?room=${members.room}`);
      await expect(field(side)).toBeVisible();
      // The list draws what is in view: whoever goes through it has drawn everything.
      await expect(messages(side).getByText('struck()', { exact: false }).first()).toBeVisible();
      // A row that comes a frame too late for one walk is there in the next.
      let drawn = '';
      await expect(async () => {
        drawn += await messages(side).evaluate(async (log) => {
          let text = '';
          log.scrollTop = 0;
          for (let at = -1; log.scrollTop > at; log.scrollTop += 200) {
            at = log.scrollTop;
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
            text += (log as HTMLElement).innerText;
          }
          return text;
        });
        for (const body of kept) expect(drawn).toContain(body);
      }).toPass({ timeout: 60_000 });
      for (const body of kept) {
        await field(side).fill(body);
        await expect(field(side)).toHaveValue(body);
      }
      await field(side).fill('');
      await side.getByRole('button', { name: 'Search all chats' }).click();
      await side.getByRole('dialog').getByLabel('Words').fill('struck');
      await expect(side.getByRole('list', { name: 'Found' }).getByText('struck', { exact: false }).first()).toBeVisible();
      await side.keyboard.press('Escape');
    }
    // What is heard would be told.
    await page.evaluate(() => (window as unknown as { struck(): void }).struck());
    await expect.poll(() => seen[0]!.found).toEqual(['a script ran']);
    expect(seen[1]!.found).toEqual([]);
    await elsewhere.close();
  },
);
