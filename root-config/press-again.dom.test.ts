import { ANSWERS } from '@vimarsh/shared/session/reach.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showFailure } from './failure-view.ts';
import { pressAgain } from './press-again.ts';
import { failureTemplate } from './testing.ts';

let place: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  document.body.innerHTML = `<div id="shell"></div><main id="outlet"><div id="module-mf-x"></div></main>${failureTemplate()}`;
  place = document.getElementById('module-mf-x')!;
});
afterEach(() => {
  // The listeners of this test stay, and find nothing to press.
  place.replaceChildren();
  vi.restoreAllMocks();
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
  pressAgain();
  const tries = [];
  for (const ms of [14_900, 200, 29_700, 300, 600_000]) {
    await pass(ms);
    tries.push(retry.mock.calls.length);
  }
  expect(tries).toEqual([0, 1, 1, 2, 2]);
});

test('what fails later counts from then, and what succeeded is left alone', async () => {
  pressAgain();
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
  pressAgain();
  const retry = vi.fn();
  showFailure(place, { what: 'Stocks', error: new Error('503'), code: 'V-1', retry });
  dispatchEvent(new Event(ANSWERS));
  dispatchEvent(new Event(ANSWERS));
  expect(retry).toHaveBeenCalledTimes(1);
});

test('a hidden page tries nothing until it is looked at', async () => {
  pressAgain();
  const retry = fails();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(60_000);
  dispatchEvent(new Event(ANSWERS));
  expect(retry).not.toHaveBeenCalled();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(retry).toHaveBeenCalledTimes(1);
});

test('who has left is not followed', async () => {
  pressAgain();
  const retry = fails();
  await pass(1_000);
  place.replaceChildren();
  await pass(60_000);
  expect(retry).not.toHaveBeenCalled();
});

test('a page is never loaded anew by itself', async () => {
  pressAgain();
  showFailure(place, { what: 'Stocks', error: new Error('scope'), code: 'V-1' });
  const pressed = vi.fn();
  place.querySelector('button')!.onclick = pressed;
  await pass(60_000);
  dispatchEvent(new Event(ANSWERS));
  expect(pressed).not.toHaveBeenCalled();
});
