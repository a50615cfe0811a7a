import type { Browser } from '@playwright/test';
import { demoOf, type Stack } from '../../../e2e/support/stack.ts';
import { freshContext, openBrowser, PHONE_CPU, SLOW_4G, slowDown, visit } from '../browser.ts';
import { type Figure, median, ms, sized, times } from '../figure.ts';

const ROUNDS = sized(5, 1);
const CONDITIONS = { cpu: PHONE_CPU, network: SLOW_4G };
/** Calls of the list one is led to; its skeleton has none of these. */
const LIST = 'ul[aria-label="Live calls"] > li';

interface Round {
  /** From the address to a form that can be filled in, ms. */
  readonly form: number;
  /** From pressing Log In to calls on the screen, ms. */
  readonly list: number;
}

/** Quicker than anybody types an address and a password, ms. */
const TYPING = sized(3000, 300);

/** A phone that never was here: the login, then the password, then the first list, whose module was never loaded either. */
export async function signInFigures(stack: Stack): Promise<Figure[]> {
  const { password, sign_ins } = await demoOf(stack.portal);
  const { email } = sign_ins.find(({ shows }) => shows === 'Pro investor')!;
  const browser = await openBrowser();
  try {
    const rounds: Round[] = [];
    for (const _ of times(ROUNDS)) rounds.push(await signIn(browser, stack.portal, email, password));
    const form = median(rounds.map((round) => round.form));
    const list = median(rounds.map((round) => round.list));
    const note = 'slow 4G, CPU 4×, nothing in the cache';
    return [
      { name: 'Login screen, cold', budget: '≤ 2.5 s', measured: ms(form), pass: form <= 2500, against: { floor: 'browser', ms: form }, note },
      {
        name: 'Log In to the first list',
        budget: '≤ 2.5 s',
        measured: ms(list),
        pass: list <= 2500,
        against: { floor: 'browser', ms: list },
        note: `${note}; ${ms(form + list)} in all, without the typing`,
      },
    ];
  } finally {
    await browser.close();
  }
}

async function signIn(browser: Browser, portal: string, email: string, password: string): Promise<Round> {
  const context = await freshContext(browser);
  try {
    const page = await context.newPage();
    const cdp = await slowDown(page, CONDITIONS);
    const { content } = await visit(page, cdp, `${portal}/login`, { selector: 'form input[name=username]' });
    await page.getByLabel('Mobile number or e-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.waitForTimeout(TYPING);
    const list = await page.getByRole('button', { name: 'Log In', exact: true }).evaluate(pressAndWatch, LIST);
    return { form: content, list };
  } finally {
    await context.close();
  }
}

/** Runs in the page: ms from the press until the selector stands and two frames have passed. */
function pressAndWatch(button: Element, selector: string): Promise<number> {
  const pressed = performance.now();
  (button as HTMLElement).click();
  return new Promise((resolve) => {
    const look = (): void => {
      if (location.pathname !== '/login' && document.querySelector(selector))
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
