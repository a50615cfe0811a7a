import type { Browser } from '@playwright/test';
import { type SiteFile, serveSite } from '../../../e2e/support/site.ts';
import { demoOf, type Stack } from '../../../e2e/support/stack.ts';
import { FAST_4G, freshContext, openBrowser, PHONE_CPU, slowDown, type Visit, visit } from '../browser.ts';
import { type Figure, median, ms, sized, times } from '../figure.ts';
import { cardFloor } from '../floors/card/build.ts';
import { readAsPartner } from '../partner-page.ts';

const CONDITIONS = { cpu: PHONE_CPU, network: FAST_4G };
/** Two visits of one page differ by a third; the median of so many ratios by a twentieth. */
const ROUNDS_OF_ONE = sized(25, 1);
const ROUNDS_OF_MANY = sized(3, 1);
const MANY = sized(50, 4);
/** After the first paint the stream comes. */
const STREAM_MS = sized(2000, 1000);

interface Shown extends Visit {
  /** From the browser's request for the snippet's script to the content, ms. It asks before its parser is there, which on a slowed page comes up to 0.2 s later, or not. */
  readonly sinceSnippet: number;
  /** Bytes of JavaScript values after a collection. */
  readonly heap: number;
  /** What the page asked the API for, until well after the content. */
  readonly talk: { readonly sessions: number; readonly streams: number; readonly preflights: number };
}

/** The widget on a partner's page of another origin against a bare preact card that fetches the same JSON: one, and fifty of fifty stocks. */
export async function widgetFigures(stack: Stack): Promise<Figure[]> {
  const { widget } = await demoOf(stack.portal);
  const stocks = await stocksOf(stack);
  const read = await readAsPartner(stack);
  const answers: Record<string, SiteFile> = {};
  for (const stock of stocks) answers[`/sentiment/${encodeURIComponent(stock)}`] = { type: 'application/json', body: await read(stock) };

  const cards = await serveSite({ '/card.js': { type: 'text/javascript', body: await cardFloor() }, ...answers });
  const page = (script: string, elements: string[]): SiteFile => ({
    type: 'text/html',
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Partner</title><style>vimarsh-sentiment,bare-card{display:block;min-height:196px;max-width:420px}</style><h1>Stocks</h1><script type="module" async crossorigin src="${script}"></script>${elements.join('')}</html>`,
  });
  const ours = (list: string[]) =>
    page(
      `${stack.portal}/w/v1.js`,
      list.map((stock) => `<vimarsh-sentiment load="eager" stock="${stock.replace('&', '&amp;')}" access-key="${widget.access_key}"></vimarsh-sentiment>`),
    );
  const bare = (list: string[]) =>
    page(
      `${cards.origin}/card.js`,
      list.map((stock) => `<bare-card stock="${stock.replace('&', '&amp;')}"></bare-card>`),
    );
  const one = stocks.slice(0, 1);
  // The demo's key knows the origin of the partner's site, so the pages stand there.
  const site = await serveSite(
    { '/ours-1': ours(one), '/bare-1': bare(one), [`/ours-${MANY}`]: ours(stocks), [`/bare-${MANY}`]: bare(stocks) },
    Number(new URL(stack.partnerSite).port),
  );
  const browser = await openBrowser();
  try {
    const show = (name: string, count: number): Promise<Shown> =>
      shown(browser, `${site.origin}/${name}`, { selector: `${name.startsWith('ours') ? 'vimarsh-sentiment' : 'bare-card'} >>> footer`, count });
    const rounds = async (count: number, repeat: number): Promise<{ ours: Shown; bare: Shown }[]> => {
      const list: { ours: Shown; bare: Shown }[] = [];
      for (const _ of times(repeat)) list.push({ bare: await show(`bare-${count}`, count), ours: await show(`ours-${count}`, count) });
      return list;
    };
    const single = await rounds(1, ROUNDS_OF_ONE);
    const many = await rounds(MANY, ROUNDS_OF_MANY);
    const ratioOf = (list: typeof single): number => median(list.map(({ ours, bare }) => ours.sinceSnippet / bare.sinceSnippet));
    const timeOf = (list: typeof single, which: 'ours' | 'bare'): string => ms(median(list.map((round) => round[which].sinceSnippet)));
    const last = many.at(-1)!;
    const heap = median(many.map(({ ours }) => ours.heap));
    const shift = Math.max(...[...single, ...many].map(({ ours }) => ours.shift));
    const MiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
    return [
      {
        name: 'Widget, first paint with data',
        budget: '≤ 1.35× bare card',
        measured: timeOf(single, 'ours'),
        ratio: ratioOf(single),
        pass: ratioOf(single) <= 1.35,
        note: `9 Mbit/s, 60 ms, CPU 4×, cold; bare card ${timeOf(single, 'bare')}; ${kindsOf(single.at(-1)!.ours)}`,
      },
      {
        name: `${MANY} widgets, all with data`,
        budget: '≤ 2.5× bare cards',
        measured: timeOf(many, 'ours'),
        ratio: ratioOf(many),
        pass: ratioOf(many) <= 2.5,
        note: `bare cards ${timeOf(many, 'bare')}`,
      },
      { name: `${MANY} widgets, heap`, budget: '≤ 8 MiB', measured: MiB(heap), pass: heap <= 8 * 2 ** 20, note: `bare cards ${MiB(last.bare.heap)}` },
      { name: 'Widgets, layout shift', budget: '0', measured: shift.toFixed(4), pass: shift === 0 },
      {
        name: `${MANY} widgets, requests for data`,
        budget: 'one stream a page',
        measured: `${last.ours.talk.sessions} for first data, ${last.ours.talk.streams} stream, ${last.ours.talk.preflights} preflights`,
        pass: last.ours.talk.sessions <= 2 && last.ours.talk.streams === 1 && last.ours.talk.preflights === 0,
        note: kindsOf(last.ours),
      },
    ];
  } finally {
    await browser.close();
    site.close();
    cards.close();
  }
}

async function shown(browser: Browser, url: string, until: { selector: string; count: number }): Promise<Shown> {
  const context = await freshContext(browser);
  try {
    const page = await context.newPage();
    const cdp = await slowDown(page, CONDITIONS);
    const talk = { sessions: 0, streams: 0, preflights: 0 };
    cdp.on('Network.requestWillBeSent', ({ request: { url }, type }) => {
      if (!url.includes('/embed/v1/')) return;
      if (type === 'Preflight') talk.preflights += 1;
      else if (url.includes('/embed/v1/stream?')) talk.streams += 1;
      else talk.sessions += 1;
    });
    const seen = await visit(page, cdp, url, until);
    const asked = await page.evaluate(
      () => performance.getEntriesByType('resource').find(({ name }) => name === document.querySelector('script')!.src)!.startTime,
    );
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    // The stream comes after the first paint, and stays.
    if (until.count > 1) await page.waitForTimeout(STREAM_MS);
    return { ...seen, sinceSnippet: seen.content - asked, heap: usedSize, talk };
  } finally {
    await context.close();
  }
}

const kindsOf = ({ requests }: Visit): string =>
  [...new Set(requests.map(({ type }) => type))]
    .map((type) => `${requests.filter((request) => request.type === type).length} ${type.toLowerCase()}`)
    .join(', ');

/** Fifty stocks that have prices. */
async function stocksOf(stack: Stack): Promise<string[]> {
  const answer = (await (await fetch(`${stack.portal}/insights/v1/market-sentiment`)).json()) as { data: object | null };
  if (!answer.data) throw new Error('no market sentiment');
  const found = await Promise.all(
    ['A', 'B', 'C', 'H', 'I', 'M', 'N', 'S', 'T', 'R'].map(
      async (letter) =>
        ((await (await fetch(`${stack.portal}/market/v1/instruments?search=${letter}&limit=20`)).json()) as { data: { symbol: string; kind: string }[] }).data,
    ),
  );
  const symbols = [
    ...new Set(
      found
        .flat()
        .filter(({ kind }) => kind === 'equity')
        .map(({ symbol }) => symbol),
    ),
  ];
  if (symbols.length < MANY) throw new Error(`only ${symbols.length} stocks found`);
  return symbols.slice(0, MANY);
}
