import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createWords, type PortalWords, readWords, type WordsFile, type WordsOfPage } from './words.ts';

const dir = mkdtempSync(`${tmpdir()}/words-`);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A module's file whose `words` is this function. */
function fileOf(source: string): WordsFile {
  const text = `var words=${source}`;
  const hash = createHash('sha384').update(text).digest('base64');
  const file = `${dir}/${hash.replaceAll('/', '-')}.cjs`;
  writeFileSync(file, text);
  return { file, integrity: `sha384-${hash}` };
}
const saying = (expression: string): WordsFile => fileOf(`(text)=>{const input=JSON.parse(text);return JSON.stringify({css:'',html:String(${expression})})}`);
const page = (first: object = {}, more: Partial<WordsOfPage> = {}): WordsOfPage => ({
  ...{ page: 'public', path: '/', params: {}, title: 'Calls', layout: 'frame', brand: 'Vimarsh', environment: null },
  first: { 'GET /x': first },
  ...more,
});

const log = { warn: vi.fn() };
let words: PortalWords | null = null;
const open = (patience = 20_000, now = Date.now): PortalWords => (words = createWords({ log, patience, now }));
afterEach(async () => {
  await words?.close();
  log.warn.mockReset();
});

test('a page is drawn from what it carries, by the file of the release', async () => {
  expect(await open().of(saying("input.path+' '+input.first['GET /x'].name"), page({ name: 'TCS' }))).toEqual({ html: '/ TCS', css: '' });
});

test('the same page is drawn once, whenever its answers were made; another page, or another release, anew', async () => {
  let now = 0;
  const { of } = open(20_000, () => now);
  // Each drawing begins in a new world, so only a drawing that was kept says the same again.
  const file = saying('Math.random()');
  const first = await of(file, page({ name: 'TCS', as_of: '09:15' }));
  expect(await of(file, page({ name: 'TCS', as_of: '09:16' }))).toEqual(first);
  expect(await of(file, page({ name: 'INFY', as_of: '09:16' }))).not.toEqual(first);
  expect(await of(saying('Math.random() + 1'), page({ name: 'TCS', as_of: '09:16' }))).not.toEqual(first);
  now = 60_001;
  expect(await of(file, page({ name: 'TCS', as_of: '09:17' })), 'what it counts from now is never old').not.toEqual(first);
});

test('a drawing that is late leaves the page its skeleton, and is there for the next visitor', async () => {
  const { of } = open(1);
  const file = saying("'late'");
  expect(await of(file, page())).toBeNull();
  await vi.waitFor(async () => expect(await of(file, page())).toEqual({ html: 'late', css: '' }), 20_000);
});

test('nothing of the server is in reach of a drawing, nor what another one left', async () => {
  const { of } = open();
  const reached = saying("[typeof process,typeof require,typeof fetch,typeof setTimeout,globalThis.left,typeof (globalThis.left='x')]");
  const nothing = 'undefined,undefined,undefined,undefined,,string';
  expect((await of(reached, page({ a: 1 })))?.html).toBe(nothing);
  expect((await of(reached, page({ a: 2 })))?.html).toBe(nothing);
  expect(await of(saying("globalThis.constructor.constructor('return process')().pid"), page())).toBeNull();
  expect(await of(saying("(function(){}).constructor('return 1')()"), page())).toBeNull();
});

test('a file that is not what its record promises is not run, and a fault is said once for each drawing', async () => {
  const { of } = open();
  const { integrity } = saying("'good'");
  const { file } = saying("'bad'");
  expect(await of({ file, integrity }, page())).toBeNull();
  expect(await of(saying('input.none.at'), page())).toBeNull();
  expect(log.warn.mock.calls.map(([{ why }]) => why)).toEqual([`${file} does not have the hash of its record`, expect.stringContaining('undefined')]);
});

test('a drawing without an end is stopped, and the next page has its words', async () => {
  const { of } = open();
  expect(await of(fileOf('()=>{for(;;);}'), page())).toBeNull();
  expect(await of(saying("'next'"), page())).toEqual({ html: 'next', css: '' });
});

test('a drawing without measure ends its thread and nothing else; for a while pages come without words, then with them', async () => {
  let now = 0;
  const { of } = open(20_000, () => now);
  expect(await of(fileOf('()=>{const all=[];for(;;)all.push(new Array(4e6).fill(0.5))}'), page())).toBeNull();
  const file = saying("'again'");
  expect(await of(file, page())).toBeNull();
  now = 30_001;
  expect(await of(file, page())).toEqual({ html: 'again', css: '' });
});

test.each([
  ['nothing', '', null],
  ['words', '{"html":"<p>a</p>","css":".a{b:c}"}', { html: '<p>a</p>', css: '.a{b:c}' }],
  ['no text', '{"html":1,"css":""}', null],
  ['a script', '{"html":"<script>a</script>","css":""}', null],
  ['what ends the page’s own elements', '{"html":"a</MAIN><b>","css":""}', null],
  ['rules that end their element', '{"html":"a","css":"</style><b>"}', null],
  ['too much', JSON.stringify({ html: 'a'.repeat(400_001), css: '' }), null],
])('what a file says is words only where a page may hold it: %s', (_what, text, read) => {
  expect(readWords(text)).toEqual(read);
});
