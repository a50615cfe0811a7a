import { ANSWERS } from '@vimarsh/shared/session/reach.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showFailure } from '../failure-view.ts';
import { failureTemplate, page } from '../testing.ts';
import { pressAgain } from './press-again.ts';

const RUNNING = page().releases;
/** Id of the releases that the server has. */
let live: string;
const reload = vi.fn();
let place: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  localStorage.clear();
  live = RUNNING.id;
  reload.mockClear();
  vi.stubGlobal('fetch', async () => Response.json({ data: { id: live } }));
  vi.stubGlobal('vimarsh_shared', { get: async () => () => ({}) });
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  document.body.innerHTML = `<div id="shell"></div><main id="outlet"><div id="module-mf-x"></div></main>${failureTemplate()}`;
  place = document.getElementById('module-mf-x')!;
});
afterEach(() => {
  // The listeners of this test stay, and find nothing to press.
  place.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A module that fails again whenever it is tried; counts the tries. */
function fails(succeeds = () => false) {
  const retry = vi.fn(() => {
    place.replaceChildren();
    // As the host does: the next view comes a little later.
    void Promise.resolve().then(() => (succeeds() ? place.append('ready') : show()));
  });
  const show = () => showFailure(place, { what: 'Stocks', error: new Error('503'), code: 'V-1', retry });
  show();
  return retry;
}

test('what failed is tried again after 15 and 45 s, also when it failed before anybody watched', async () => {
  const retry = fails();
  pressAgain(RUNNING, reload);
  const tries = [];
  for (const ms of [14_900, 200, 29_700, 300, 600_000]) {
    await pass(ms);
    tries.push(retry.mock.calls.length);
  }
  expect(tries).toEqual([0, 1, 1, 2, 2]);
});

test('what fails later counts from then, and what succeeded is left alone', async () => {
  pressAgain(RUNNING, reload);
  await pass(100_000);
  let there = false;
  const retry = fails(() => there);
  there = true;
  await pass(16_000);
  expect([retry.mock.calls.length, place.textContent]).toEqual([1, 'ready']);
  dispatchEvent(new Event(ANSWERS));
  await pass(100_000);
  expect(retry).toHaveBeenCalledTimes(1);
  const again = fails();
  await pass(16_000);
  expect(again).toHaveBeenCalledTimes(1);
});

test('it is tried when the server answers again, and not twice while a try is on its way', async () => {
  pressAgain(RUNNING, reload);
  const retry = vi.fn();
  showFailure(place, { what: 'Stocks', error: new Error('503'), code: 'V-1', retry });
  dispatchEvent(new Event(ANSWERS));
  dispatchEvent(new Event(ANSWERS));
  await pass(10);
  expect(retry).toHaveBeenCalledTimes(1);
});

test('a hidden page tries nothing until it is looked at', async () => {
  pressAgain(RUNNING, reload);
  const retry = fails();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(60_000);
  dispatchEvent(new Event(ANSWERS));
  expect(retry).not.toHaveBeenCalled();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(10);
  expect(retry).toHaveBeenCalledTimes(1);
});

test('who has left is not followed', async () => {
  pressAgain(RUNNING, reload);
  const retry = fails();
  await pass(1_000);
  place.replaceChildren();
  await pass(60_000);
  expect(retry).not.toHaveBeenCalled();
});

test('a page is never loaded anew by itself for the releases that it has', async () => {
  pressAgain(RUNNING, reload);
  showFailure(place, { what: 'Stocks', error: new Error('scope'), code: 'V-1' });
  const pressed = vi.fn();
  place.querySelector('button')!.onclick = pressed;
  await pass(60_000);
  dispatchEvent(new Event(ANSWERS));
  expect(pressed).not.toHaveBeenCalled();
});

test('each Try again first asks for the server’s releases: with others there the page is loaded anew instead', async () => {
  pressAgain(RUNNING, reload);
  const retry = fails();
  live = 'mended';
  place.querySelector('button')!.click();
  await pass(10);
  expect([reload.mock.calls.length, retry.mock.calls.length]).toEqual([1, 0]);
});

test('while something is missing the page looks for other releases by itself, with a jitter, and takes each once', async () => {
  pressAgain(RUNNING, reload);
  fails();
  await pass(60_000);
  expect(reload).not.toHaveBeenCalled();
  live = 'mended';
  await pass(23_000);
  expect(reload).toHaveBeenCalledTimes(1);
  // A page from a cache may be older than the server says.
  await pass(300_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('what somebody has typed is not given up for it', async () => {
  pressAgain(RUNNING, reload);
  const retry = fails();
  document.body.insertAdjacentHTML('beforeend', '<form data-typed></form>');
  live = 'mended';
  place.querySelector('button')!.click();
  await pass(60_000);
  expect(reload).not.toHaveBeenCalled();
  expect(retry).toHaveBeenCalled();
});

test('shared libraries that don’t start give way to the last releases that stood here, and the server is told', async () => {
  const sent = vi.fn((_url: string, _body: Blob) => true);
  vi.stubGlobal('navigator', { onLine: true, sendBeacon: sent });
  vi.stubGlobal('vimarsh_shared', {
    get: async () => () => {
      throw new Error('thrown at its top');
    },
  });
  localStorage.setItem('vimarsh.last_good_page', JSON.stringify(page({ id: 'good' })));
  sessionStorage.setItem('vimarsh.quarantine', '["mf-x@0.1.0+0123456789"]');
  fails();
  pressAgain(RUNNING, reload);
  await pass(10);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(JSON.parse(sessionStorage.getItem('vimarsh.instead')!)).toMatchObject({ broken: RUNNING.id, releases: { id: 'good' }, tried: [RUNNING.id] });
  expect(sessionStorage.getItem('vimarsh.quarantine'), 'its modules are not to blame').toBeNull();
  expect(sent.mock.calls[0]![0]).toBe('/base/v1/load-trace');
});
