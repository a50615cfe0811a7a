import type { Page } from '@playwright/test';
import { Person } from '../../../e2e/support/person.ts';
import { demoOf, type Stack } from '../../../e2e/support/stack.ts';
import { CARD_TICKS, CHANGE_CPU, openMeasured, serveBareCard } from '../bare-card.ts';
import { openBrowser } from '../browser.ts';
import { type ChangingPage, type MeasuredChanges, measureChanges } from '../change-cost.ts';
import { type Figure, median, sized, wait } from '../figure.ts';
import { isCardReady, keepStream, tellCard } from '../standing-page.ts';

const ROUNDS = sized(11, 1);
const CHAIN = '/insights/v1/options/NIFTY/quotes';
/** Different looks at the chain, so that each changes something when they are played in a circle. */
const LOOKS = sized(3, 1);
const AT_MOST_MS = 180_000;

interface Chain {
  readonly atm: number;
  readonly rows: readonly { readonly strike: number; readonly ce: Quoted | null; readonly pe: object | null }[];
}
interface Quoted {
  readonly bid: number | null;
  readonly ask: number | null;
}
/** Changes of one quote, in rupees: each differs from the one before, when they are played in a circle. */
const TICKS = [0.5, 1, 1.5];

/**
 * What one changed quote costs the page on which an option call of four legs is being written, and what a look costs in which
 * all have changed: the page hears them together, every 15 seconds.
 */
export async function chainFigures(stack: Stack): Promise<Figure[]> {
  const demo = await demoOf(stack.portal);
  const expert = await Person.demo(stack, demo, 'verified expert');
  const { looks, chain } = await recordLooks(stack, expert);
  const { email } = demo.sign_ins.find(({ shows }) => shows === 'verified expert')!;
  const bare = await serveBareCard(stack);
  const browser = await openBrowser();
  try {
    const card = await openMeasured(browser, keepStream, async (page) => {
      await page.goto(`${bare.origin}/`);
      await page.waitForFunction(isCardReady);
    });
    const publishing = await openMeasured(browser, keepPolls, (page) => openPublishing(page, stack, email, demo.password, chain));
    const kinds: ChangingPage[] = [
      { name: 'bare card', opened: card, changes: CARD_TICKS, tell: tellCard },
      { name: 'one quote', opened: publishing, changes: ticksOf(looks[0]!), tell: tellChain },
      { name: 'chain', opened: publishing, changes: looks, tell: tellChain },
    ];
    const [floor, tick, look] = await measureChanges(ROUNDS, kinds);
    const ratioOf = (measured: MeasuredChanges): number => median(measured.rounds.map(({ ms }, round) => ms / floor!.rounds[round]!.ms));
    const of = ({ ms, script, bytes }: MeasuredChanges, what: string): string =>
      `CPU ${CHANGE_CPU}×, main thread, script, style and layout; bare card ${floor!.ms.toFixed(2)} ms; ${ms.toFixed(2)} ms with script ${script.toFixed(2)} ms, ${what}, in ${bytes} B, four legs picked`;
    return [
      {
        name: 'Price tick of the chain on the publishing page',
        budget: '≤ 2.5× a bare card’s',
        measured: `${tick!.ms.toFixed(2)} ms`,
        ratio: ratioOf(tick!),
        pass: ratioOf(tick!) <= 2.5,
        note: of(tick!, 'one quote at the money has changed'),
      },
      {
        name: 'All quotes of the chain at once on that page',
        budget: '',
        measured: `${look!.ms.toFixed(2)} ms`,
        ratio: ratioOf(look!),
        pass: null,
        note: of(look!, `${chain.rows.length} strikes anew, as every 15 s`),
      },
    ];
  } finally {
    await browser.close();
    bare.close();
  }
}

/** A look at the chain in which one quote at the money has moved, again and again. */
function ticksOf(look: string): string[] {
  return TICKS.map((by) => {
    const answer = JSON.parse(look) as { data: Chain };
    const { atm, rows } = answer.data;
    const moved = rows.map((row) =>
      row.strike === atm && row.ce?.bid && row.ce.ask ? { ...row, ce: { ...row.ce, bid: row.ce.bid + by, ask: row.ce.ask + by } } : row,
    );
    return JSON.stringify({ ...answer, data: { ...answer.data, rows: moved } });
  });
}

/** Answers of the server, as they came, each with other prices. */
export async function recordLooks(stack: Stack, expert: Person): Promise<{ looks: string[]; chain: Chain }> {
  const looks = new Map<string, string>();
  const deadline = performance.now() + AT_MOST_MS;
  let chain: Chain | undefined;
  while (looks.size < LOOKS) {
    if (performance.now() > deadline) throw new Error(`${CHAIN} had ${looks.size} different looks in ${AT_MOST_MS / 1000} s`);
    const answer = await fetch(stack.portal + CHAIN, { headers: { authorization: `Bearer ${await expert.token()}` } });
    const text = await answer.text();
    const { data } = JSON.parse(text) as { data: Chain };
    chain ??= data;
    looks.set(JSON.stringify(data.rows), text);
    await wait(2000);
  }
  return { looks: [...looks.values()], chain: chain! };
}

/**
 * The publishing page of an expert, with an iron condor two and five strikes away from the money, its levels typed. Touched, as a phone
 * is: where a mouse rests, each change has it looked up what lies under it.
 */
export async function openPublishing(page: Page, stack: Stack, email: string, password: string, { atm, rows }: Chain): Promise<void> {
  await page.goto(`${stack.portal}/login`);
  await page.getByLabel(/mobile number or e-?mail/i).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).tap();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  const at = rows.findIndex(({ strike }) => strike === atm);
  const named = (away: number): string => rows[at + away]!.strike.toLocaleString('en-IN');
  await page.goto(`${stack.portal}/publish-recommendation-options`);
  await page.getByRole('dialog', { name: 'How many lose in F&O' }).getByRole('button', { name: 'I have read this' }).tap();
  await page.getByRole('combobox', { name: 'Underlying' }).fill('NIFTY');
  await page
    .getByRole('option', { name: /^NIFTY(?!\w)/ })
    .first()
    .tap();
  for (const name of [`Buy ${named(-5)} put`, `Sell ${named(-2)} put`, `Sell ${named(2)} call`, `Buy ${named(5)} call`])
    await page.getByRole('button', { name, exact: true }).tap();
  await page.getByLabel('Stop-loss: loss of (₹)').fill('450');
  await page.getByLabel('Target: profit of (₹)').fill('500');
  await page.getByRole('slider', { name: 'Target' }).waitFor();
}

interface Polls {
  /** What asks the server again and again, by its interval, until that is cleared. */
  polls: Map<number, () => void>;
  /** The chain as the page hears it next; without one the server is asked. */
  look?: string;
}

/** Runs in the page before anything else: keeps hold of what asks every 15 seconds, and answers for the chain once there is something to tell. */
export function keepPolls(): void {
  const kept = globalThis as unknown as Polls;
  kept.polls = new Map();
  const { setInterval: every, clearInterval: clear } = globalThis;
  globalThis.setInterval = ((poll: () => void, ms?: number, ...more: unknown[]) => {
    const id = every(poll, ms, ...(more as [])) as unknown as number;
    if (ms === 15_000) kept.polls.set(id, poll);
    return id;
  }) as typeof setInterval;
  // Each answer begins a new interval: one that is over asks no more.
  globalThis.clearInterval = ((id?: number) => {
    kept.polls.delete(id!);
    clear(id);
  }) as typeof clearInterval;
  // Nothing else comes meanwhile: the indices in the head have live prices of their own.
  globalThis.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', (message) => kept.look !== undefined && String(message.data).startsWith('42') && message.stopImmediatePropagation());
    }
  };
  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    #chain = false;
    override open(method: string, url: string | URL, ...more: unknown[]): void {
      this.#chain = String(url).includes('/insights/v1/options/');
      (super.open as (...all: unknown[]) => void)(method, url, ...more);
    }
    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      const { look } = kept;
      if (look === undefined) super.send(body);
      // Of the others nothing is asked meanwhile.
      if (look === undefined || !this.#chain) return;
      for (const [name, value] of Object.entries({ readyState: 4, status: 200, statusText: 'OK', responseText: look, response: look }))
        Object.defineProperty(this, name, { value });
      this.getAllResponseHeaders = () => 'content-type: application/json\r\n';
      this.onloadend?.(new ProgressEvent('loadend'));
    }
  };
}

/** Runs in the page. */
export const tellChain = (look: unknown): void => {
  const kept = globalThis as unknown as Polls;
  kept.look = look as string;
  for (const poll of [...kept.polls.values()]) poll();
};
