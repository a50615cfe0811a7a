import { type SiteFile, serveSite } from '../../../e2e/support/site.ts';
import { demoOf, type Stack } from '../../../e2e/support/stack.ts';
import { CARD_TICKS, CHANGE_CPU, openMeasured, serveBareCard } from '../bare-card.ts';
import { openBrowser } from '../browser.ts';
import { type MeasuredChanges, mainThread, measureChanges, type OpenedPage, sinceText } from '../change-cost.ts';
import { type Figure, median, sized, times, wait } from '../figure.ts';
import { recordChanges } from '../recorded-changes.ts';
import { areWidgetsReady, hide, isCardReady, keepStream, openStreams, tellCard, tellWidgets } from '../standing-page.ts';

/** Measurements of each page in turn: neighbours and a warm processor do not choose sides. The bare card's own frames differ by half. */
const ROUNDS_OF_TICKS = sized(11, 1);
const ROUNDS_OF_REFRESHES = sized(3, 1);
const HIDDEN_SECONDS = sized(10, 1);
/** Hidden widgets have become quiet by then. */
const QUIET_MS = sized(2000, 500);

interface Shown {
  readonly name: string;
  readonly subject: string;
  readonly tag: string;
}
const SHOWN: readonly Shown[] = [
  { name: 'sentiment', subject: 'market-sentiment:RELIANCE', tag: 'vimarsh-sentiment stock="RELIANCE"' },
  { name: 'equity', subject: 'equity-insights:RELIANCE', tag: 'vimarsh-equity stock="RELIANCE"' },
  { name: 'options', subject: 'options-insights:NIFTY', tag: 'vimarsh-options index="NIFTY"' },
];
/** What a widget costs once it stands: for each change of prices, and while nobody looks. */
export async function updateFigures(stack: Stack): Promise<Figure[]> {
  const recorded = await recordChanges(
    stack,
    SHOWN.map(({ subject }) => subject),
  );
  const { widget } = await demoOf(stack.portal);
  const htmlOf = (shown: readonly Shown[]): SiteFile => ({
    type: 'text/html',
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Partner</title><script type="module" async crossorigin src="${stack.portal}/w/v1.js"></script>${shown.map(({ tag }) => `<${tag} load="eager" access-key="${widget.access_key}"></${tag.split(' ')[0]}>`).join('')}</html>`,
  });
  const pages = Object.fromEntries([...SHOWN.map((shown) => [`/${shown.name}`, htmlOf([shown])] as const), ['/all', htmlOf(SHOWN)] as const]);
  const site = await serveSite(pages, Number(new URL(stack.partnerSite).port));
  const bare = await serveBareCard(stack);
  const browser = await openBrowser();
  const open = (address: string, isReady: () => boolean): Promise<OpenedPage> =>
    openMeasured(browser, keepStream, async (page) => {
      await page.goto(address);
      await page.waitForFunction(isReady);
    });
  try {
    const card = await open(`${bare.origin}/`, isCardReady);
    const widgets = [];
    for (const { name, subject } of SHOWN) widgets.push({ name, ...recorded[subject]!, opened: await open(`${site.origin}/${name}`, areWidgetsReady) });
    const [floor, ...ticks] = await measureChanges(ROUNDS_OF_TICKS, [
      { name: 'bare card', opened: card, changes: CARD_TICKS, tell: tellCard },
      ...widgets.map(({ name, opened, ticks }) => ({ name, opened, changes: ticks, tell: tellWidgets })),
    ]);
    const refreshes = await measureChanges(
      ROUNDS_OF_REFRESHES,
      widgets.map(({ name, opened, refreshes }) => ({ name: `${name} anew`, opened, changes: refreshes, tell: tellWidgets })),
    );
    const told = (list: readonly MeasuredChanges[]): string =>
      list.map(({ name, ms, script, bytes }) => `${name} ${ms.toFixed(2)} ms (script ${script.toFixed(2)}, ${bytes} B)`).join(', ');
    const worst = (list: readonly MeasuredChanges[]): number => Math.max(...list.map(({ ms }) => ms));
    const ratio = Math.max(...ticks.map((tick) => median(tick.rounds.map(({ ms }, round) => ms / floor!.rounds[round]!.ms))));
    for (const { opened } of [{ opened: card }, ...widgets]) await opened.page.context().close();
    const hidden = await whileHidden(await open(`${site.origin}/all`, areWidgetsReady));
    return [
      {
        name: 'Price tick in a widget',
        budget: '≤ 2.5× a bare card’s',
        measured: `${worst(ticks).toFixed(2)} ms`,
        ratio,
        pass: ratio <= 2.5,
        note: `every second, CPU ${CHANGE_CPU}×, main thread, script, style and layout; ${told([floor!, ...ticks])}`,
      },
      {
        name: 'All figures of a widget anew',
        budget: '',
        measured: `${worst(refreshes).toFixed(2)} ms`,
        pass: null,
        note: `no budget; every 5 s, measured alike; ${told(refreshes)}`,
      },
      {
        name: 'Idle CPU of hidden widgets',
        budget: '0',
        measured: `${hidden.script.toFixed(2)} ms of script in ${HIDDEN_SECONDS} s`,
        pass: hidden.script === 0 && hidden.requests === 0,
        note: `all three widgets; ${hidden.requests} requests, ${hidden.streams} streams open; main thread ${hidden.task.toFixed(1)} ms, an empty page too`,
      },
    ];
  } finally {
    await browser.close();
    site.close();
    bare.close();
  }
}

async function whileHidden({ page, cdp }: OpenedPage): Promise<{ script: number; task: number; requests: number; streams: number }> {
  await page.evaluate(hide);
  await wait(QUIET_MS);
  const streams = await page.evaluate(openStreams);
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  const before = await mainThread(cdp);
  for (const _ of times(HIDDEN_SECONDS)) await wait(1000);
  return { ...sinceText(before, await mainThread(cdp)), requests, streams };
}
