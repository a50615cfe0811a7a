import { askFirst } from '@vimarsh/shared/build/bundle/page-template.ts';
import { takeAhead } from '@vimarsh/shared/session/ahead.ts';
import { beforeEach, expect, test, vi } from 'vitest';

const code = askFirst('root-config');
const FIRST = '/reco/v1/calls?view=live';
const asked = vi.fn<typeof fetch>();
/** A token that ends in so many seconds. */
const token = (seconds: number, more: object = {}): string => `a.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds, ...more }))}.s`;

/** The page as far as the script in it. `behind`: how far this machine's clock is behind the server's, ms. */
function open({ first = FIRST, bearer = token(300), behind = 0, address = '/calls' } = {}): void {
  history.replaceState(null, '', address);
  localStorage.setItem('token', bearer);
  const script = document.createElement('script');
  Object.assign(script.dataset, { first, at: String(performance.timeOrigin + behind) });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  new Function(code)();
}

beforeEach(() => {
  localStorage.setItem('expire_in', String(Date.now() + 3_600_000));
  vi.stubGlobal('fetch', asked);
  asked.mockReset().mockImplementation(async () => Response.json({ status: true, data: 'ahead' }));
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

test('it is small as it stands in the page', () => {
  expect(code.length).toBeLessThan(800);
});

test('a screen’s first request is sent for who is signed in, and its answer is handed to who asks the same', async () => {
  const bearer = token(300);
  open({ bearer });
  expect(asked.mock.calls).toEqual([[FIRST, expect.objectContaining({ headers: { Authorization: `Bearer ${bearer}` } })]]);
  expect(await takeAhead(FIRST, bearer, AbortSignal.timeout(60_000))).toEqual({ status: 200, data: { status: true, data: 'ahead' } });
});

test('a token whose text has the letters of a URL is read as well', () => {
  const bearer = token(300, { sub: '~~~???>>>' }).replaceAll('+', '-').replaceAll('/', '_');
  expect(bearer).toMatch(/[-_]/);
  open({ bearer });
  expect(asked).toHaveBeenCalledOnce();
});

test.each<[string, Parameters<typeof open>[0]]>([
  ['for a visitor', { bearer: '' }],
  ['where a query says more', { address: '/calls?view=past' }],
  ['for a screen that names none', { first: '' }],
  ['by a server that knows of none', { first: '{{first}}' }],
  ['to another origin', { first: '//evil.example/take' }],
  ['with a token that is over', { bearer: token(-60) }],
  ['with a token that is about to be', { bearer: token(10) }],
  ['with a token that can’t be read', { bearer: 'opaque' }],
  ['with a token that only a clock that is behind takes for alive', { bearer: token(3_600), behind: 3_700_000 }],
])('nothing is sent %s', (_why, page) => {
  open(page);
  expect(asked).not.toHaveBeenCalled();
});

test('nothing is sent where the session is over, and a clock that is a little behind does no harm', () => {
  open({ bearer: token(3_600), behind: 3_000_000 });
  expect(asked).toHaveBeenCalledOnce();
  localStorage.setItem('expire_in', String(Date.now() - 1));
  open();
  expect(asked).toHaveBeenCalledOnce();
});

test('an answer that hangs is given up after 30 s, and one that nobody took is gone then', async () => {
  vi.useFakeTimers();
  asked.mockImplementation((_, init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))));
  const bearer = token(300);
  open({ bearer });
  const answer = takeAhead(FIRST, bearer, new AbortController().signal);
  open({ bearer });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await answer).toBeNull();
  expect(takeAhead(FIRST, bearer, new AbortController().signal)).toBeUndefined();
});
