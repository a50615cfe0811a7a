import { keptWords } from '@vimarsh/shared/build/bundle/page-template.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { KEPT_WORDS, keepWords, wordsNow } from './keep-words.ts';

const code = keptWords('root-config');
const LIST = '/calls';
const ROUTE = { path: `${LIST}/:stock?`, title: 'Calls', guard: 'session', page: 'calls', layout: 'frame', first: '/reco/v1/calls' };
const page = {
  environment: null,
  releases: { id: 's', preview: [], fallbacks: {}, modules: { 'mf-a': { name: 'mf-a', manifest: { routes: [ROUTE] } } } },
} as unknown as Parameters<typeof keepWords>[0];

const SCREEN = `<div class="css-list"><ul aria-label="Live calls"><li class="css-row"><a href="/calls/TCS" data-call="c1"><b>TCS</b></a>
  <span style="--stop: 0.2;">₹3,120.50</span><svg viewBox="0 0 16 16"><path d="M1 1h2"></path></svg></li></ul></div>`;

function signIn(id = 'usr_1'): void {
  localStorage.setItem('token', 't');
  localStorage.setItem('expire_in', String(Date.now() + 3_600_000));
  localStorage.setItem('profile', JSON.stringify({ id }));
}
function stand(screen = SCREEN): void {
  document.documentElement.lang = 'en';
  document.head.innerHTML =
    '<style data-emotion="css">.css-row{color:red}.css-other{color:blue}@media print{.css-list{gap:4px}}</style><style>.css-row{margin:0}</style>';
  document.body.innerHTML = `<main id="outlet"><div id="module-mf-a">${screen}</div></main>`;
}
/** The next visit's page as far as the script that stands in its skeleton. */
function visit(path = LIST): HTMLElement {
  history.replaceState(null, '', path);
  document.head.innerHTML = '';
  document.body.innerHTML = '<main id="outlet"><div id="skeleton"><script></script><i class="sk"></i></div></main>';
  const skeleton = document.getElementById('skeleton')!;
  const script = Object.assign(skeleton.querySelector('script')!, { nonce: 'N0nce' });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  new Function(code)();
  return skeleton;
}
const drawn = (skeleton: HTMLElement): string => skeleton.querySelector('[data-words]')?.innerHTML ?? '';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  signIn();
  stand();
  history.replaceState(null, '', LIST);
  keepWords(page);
  vi.advanceTimersByTime(4_000);
  return () => vi.useRealTimers();
});

test('it is small as it stands in the page', () => {
  expect(code.length).toBeLessThan(1_800);
});

test('what the list showed stands with the next visit’s first paint, with its age and the rules of its own', () => {
  const skeleton = visit();
  expect(drawn(skeleton)).toBe(SCREEN);
  expect(skeleton.querySelector('svg path')!.namespaceURI).toBe('http://www.w3.org/2000/svg');
  expect(skeleton.querySelector('span')!.style.getPropertyValue('--stop')).toBe('0.2');
  const rules = skeleton.querySelector('style')!;
  expect(rules.nonce).toBe('N0nce');
  expect(rules.textContent).toMatch(/\.css-row ?\{ ?color: red;? ?\}/);
  expect(rules.textContent).toMatch(/@media print ?\{\s*\.css-list/);
  expect(rules.textContent).not.toMatch(/css-other|margin/);
  expect(skeleton.querySelector('[role=status]')!.textContent).toMatch(/^As you saw it on \d+ \w+,? \d\d:\d\d IST\. Fresh figures are on their way\.$/);
});

test.each<[string, () => void, string?]>([
  ['for another person', () => signIn('usr_2')],
  ['after a sign-out, which empties the device', () => localStorage.clear()],
  ['where the session is over', () => localStorage.setItem('expire_in', String(Date.now() - 1))],
  ['in a window of another width', () => vi.stubGlobal('innerWidth', 360)],
  ['a day later', () => vi.advanceTimersByTime(25 * 3_600_000)],
  ['where a clock was put back', () => vi.setSystemTime(Date.now() - 60_000)],
  ['on another screen', () => undefined, '/other'],
  ['where the address asks for more', () => undefined, `${LIST}?view=past`],
  ['for who reads Hindi', () => document.documentElement.setAttribute('lang', 'hi')],
  ['where what is kept can’t be read', () => localStorage.setItem(KEPT_WORDS, '{"who":"usr_1"')],
])('nothing is drawn %s, and the skeleton stands', (_when, happens, path) => {
  happens();
  const skeleton = visit(path);
  expect(drawn(skeleton)).toBe('');
  expect(skeleton.querySelector('.sk')).not.toBeNull();
  vi.unstubAllGlobals();
});

test('a screen is kept for the person for whom it came, and for nobody who signs in while it stands', () => {
  localStorage.removeItem(KEPT_WORDS);
  signIn('usr_2');
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'visibilityState');
  expect(localStorage.getItem(KEPT_WORDS)).toBeNull();
});

test('a control of what is kept takes no press, because nothing would hear it; a link leads on', () => {
  stand('<div><button type="button" role="tab">Past</button><select><option>All</option></select><a href="/calls/TCS">TCS</a></div>');
  history.replaceState(null, '', LIST);
  dispatchEvent(new Event('vimarsh:arrived'));
  vi.advanceTimersByTime(4_000);
  const words = visit().querySelector('[data-words]')!;
  expect([...words.querySelectorAll('[inert]')].map(({ localName }) => localName)).toEqual(['button', 'select']);
  expect(words.querySelector('a')!.pathname).toBe('/calls/TCS');
});

test('nothing that is kept can run, load or lead elsewhere, whoever wrote it', () => {
  const kept = JSON.parse(localStorage.getItem(KEPT_WORDS)!);
  kept.nodes = [
    ['a', { href: 'javascript:alert(1)', onclick: 'alert(1)', title: 'x' }, 'press'],
    ['a', { href: '//evil.example' }, 'go'],
    ['img', { src: 'https://evil.example/x', onerror: 'alert(1)' }],
    ['script', {}, 'alert(1)'],
    ['svg', {}, ['script', {}, 'alert(1)'], ['a', { 'xlink:href': 'javascript:alert(1)' }, 'x']],
    ['b', {}, '<img src=x onerror=alert(1)>'],
  ];
  localStorage.setItem(KEPT_WORDS, JSON.stringify(kept));
  const box = visit().querySelector('[data-words]')!;
  expect(box.querySelectorAll('script, [onclick], [onerror], [src], a[href]')).toHaveLength(0);
  expect(box.querySelector('b')!.textContent).toBe('<img src=x onerror=alert(1)>');
  expect(box.querySelector('b')!.children).toHaveLength(0);
});

test.each([
  ['still loads', `${SCREEN}<p aria-busy="true"></p>`],
  ['failed', '<section class="failure" role="alert">x</section>'],
  ['was kept itself', `${SCREEN}<p data-kept="">As of</p>`],
  ['is covered by a window', `${SCREEN}<div role="dialog">x</div>`],
  ['is empty', ''],
])('a screen that %s is not kept', (_why, screen) => {
  stand(screen);
  expect(wordsNow('usr_1')).toBeNull();
});

test('of a screen only its texts and forms are kept, and nothing for a visitor or where filters stand', () => {
  stand('<div><script>1</script><input type="password" value="secret"><a href="https://elsewhere.example" onclick="x()">a</a></div>');
  expect(wordsNow('usr_1')!.nodes).toEqual([['div', {}, ['a', {}, 'a']]]);
  for (const [path, signedIn] of [
    [`${LIST}/TCS`, true],
    [`${LIST}?view=past`, true],
    [LIST, false],
  ] as const) {
    localStorage.clear();
    if (signedIn) signIn();
    stand();
    history.replaceState(null, '', path);
    dispatchEvent(new Event('vimarsh:arrived'));
    vi.advanceTimersByTime(4_000);
    expect(localStorage.getItem(KEPT_WORDS), path).toBeNull();
  }
});
