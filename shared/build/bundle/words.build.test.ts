import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createContext, Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import webpack from 'webpack';
import { aCall, anExpert } from '../../contract/calls/call.testing.ts';
import { aQuote, aStock } from '../../contract/market/market.testing.ts';
import { REPOSITORY } from '../modules.ts';
import { wordsPreset } from './words.ts';
import { WORDS_FILE } from './words-file.ts';

const root = mkdtempSync(`${tmpdir()}/words-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));
const scripts = new Map<string, Script>();

beforeAll(async () => {
  for (const name of ['mf-recommendations', 'mf-widgets']) {
    const out = `${root}/${name}`;
    const stats = await new Promise<webpack.Stats>((resolve, reject) =>
      webpack(wordsPreset({ name, dir: REPOSITORY + name, out }), (error, result) => (result ? resolve(result) : reject(error))),
    );
    expect(stats.toString({ all: false, errors: true })).toBe('');
    scripts.set(name, new Script(readFileSync(`${out}/${WORDS_FILE}`, 'utf8')));
  }
});

/** As the server does it: nothing is in reach but JavaScript itself. */
function draw(name: string, input: object): { html: string; css: string } {
  const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
  scripts.get(name)!.runInContext(context);
  return JSON.parse(new Script(`words(${JSON.stringify(JSON.stringify(input))})`).runInContext(context));
}
const answered = (data: unknown) => ({ status: true, validation: '', redirect: '', data });
const AT = { params: {}, layout: 'frame', brand: 'vimarsh', environment: null } as const;

const exit = { price: 3150, ts: '2026-11-18T06:00:00.000Z', reason: '' };
const ended = aCall({ id: 'c_win', stock: 'TCS', status: 'target_hit', realised_return: 5, r_multiple: 2, exit, ended_at: exit.ts });
const view = {
  closed: [ended, aCall({ ...ended, id: 'c_loss', stock: 'INFY', status: 'sl_hit', realised_return: -2.5, exit: { ...exit, price: 2925 } })],
  live_count: 40,
  closed_count: 300,
  experts: [anExpert()],
  outcome: { target_hit: 100, sl_hit: 160, exited: 20, expired: 20 },
  results: null,
  perf_mode: 'demo',
  ledger: null,
  closed_until: '2026-11-19',
  comes_next: null,
  as_of: '2026-11-20T09:00:00.000Z',
};

test('the sentence of the public page, its example and its rows are drawn without a browser, from the components that browsers draw', () => {
  const first = { 'GET /reco/v1/public': answered(view) };
  const { html, css } = draw('mf-recommendations', { ...AT, page: 'public', path: '/', title: 'Research calls on record · Vimarsh', first });
  expect(html).toContain('Stock calls from SEBI-registered experts. Every result on record.</h1>');
  expect(html).toContain('Create a free account');
  expect(html).toMatch(/TCS.*INFY/s);
  expect(html).toContain('+4.75%');
  expect(html).toContain('href="/?reco=c_loss"');
  // The page's policy lets neither run, and what is not allowed would be reported by each visit.
  expect(html, 'a control that nothing hears').not.toMatch(/<button(?! inert)/);
  expect(html).not.toMatch(/ style=| on\w+=|<script|<style/);
  expect(css).toMatch(/\.css-\w+\{/);
  expect(css).toMatch(/\[data-own="\d+"\]\{--stop:0/);
  expect(css).not.toContain('<');
});

test('a stock’s page begins with its name and price; what loads later keeps its room', () => {
  const quote = aQuote({ symbol: 'TCS', ltp: 3120.5 });
  const first = { 'GET /market/v1/instruments/:symbol': answered(aStock({ symbol: 'TCS' })), 'GET /market/v1/quotes': answered([quote]) };
  const { html } = draw('mf-widgets', { ...AT, page: 'stock', path: '/stocks/TCS', params: { symbol: 'TCS' }, title: 'TCS · Stocks · Vimarsh', first });
  expect(html).toContain('<strong>TCS</strong>');
  expect(html).toContain('3,120.50');
  expect(html).toContain('id="chart"');
});

test('one drawing leaves nothing for the next, and a page that is not drawn is empty', () => {
  const page = { ...AT, page: 'public', path: '/', title: 'x' };
  expect(draw('mf-recommendations', { ...page, first: { 'GET /reco/v1/public': answered(view) } }).html).toContain('INFY');
  expect(draw('mf-recommendations', { ...page, first: {} }).html).not.toContain('INFY');
  expect(() => draw('mf-recommendations', { ...page, page: 'browse', first: {} })).toThrow();
});
