import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nameNewPages } from './later/new-page.ts';
import { watchForVersion } from './later/new-version.ts';

const MINUTES = 60_000;
beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<nav><a href="#x">Calls</a><input></nav><main id="outlet" tabindex="-1"><h1>Old</h1></main>';
  nameNewPages();
});
afterEach(() => vi.useRealTimers());

const place = (): HTMLElement => document.getElementById('outlet')!;
/** The address changes, and then the new screen comes. */
async function arrive(html: string): Promise<void> {
  dispatchEvent(new Event('vimarsh:arrived'));
  await vi.advanceTimersByTimeAsync(100);
  place().innerHTML = html;
  await vi.advanceTimersByTimeAsync(50);
}
const focused = (): string => document.activeElement?.textContent ?? '';

test('after a change of the screen the focus goes to its heading, wherever it was in the frame', async () => {
  document.querySelector('a')!.focus();
  await arrive('<section><h1>Market sentiment</h1></section>');
  expect(focused()).toBe('Market sentiment');
});

test('the new screen is painted before its heading is focused, and then the heading that stands by now is', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  dispatchEvent(new Event('vimarsh:arrived'));
  place().innerHTML = '<h1>Calls</h1>';
  await Promise.resolve();
  let painted = -1;
  requestAnimationFrame(() => {
    painted = focus.mock.calls.length;
    place().innerHTML = '<h1>3 calls</h1>';
  });
  await vi.advanceTimersByTimeAsync(50);
  expect([painted, focus.mock.calls.length, focused()]).toEqual([0, 1, '3 calls']);
  focus.mockRestore();
});

test('a page that nobody sees paints nothing, and has its heading focused after a while', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  await arrive('<h1>Calls</h1>');
  expect(focused()).not.toBe('Calls');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(focused()).toBe('Calls');
  vi.unstubAllGlobals();
});

test('a screen that takes the focus keeps it, and so does who is typing', async () => {
  dispatchEvent(new Event('vimarsh:arrived'));
  place().innerHTML = '<button>First</button><h1>Login</h1>';
  document.querySelector('button')!.focus();
  await vi.advanceTimersByTimeAsync(50);
  expect(focused()).toBe('First');
  document.querySelector('input')!.focus();
  await arrive('<h1>Other</h1>');
  expect(document.activeElement?.tagName).toBe('INPUT');
});

test('a dialog over the new screen keeps the focus, also where it has it itself so that its title is read', async () => {
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" tabindex="-1">Choose your broker</div>');
  document.querySelector<HTMLElement>('[role=dialog]')!.focus();
  await arrive('<h1>Other</h1>');
  expect(focused()).toBe('Choose your broker');
});

test('a heading that another takes the place of when the content comes hands the focus on; who has gone on keeps it', async () => {
  await arrive('<h1>FAQs</h1><p>Loading</p>');
  const first = document.activeElement!;
  expect(first.textContent).toBe('FAQs');
  place().innerHTML = '<p>Still loading</p>';
  await vi.advanceTimersByTimeAsync(50);
  place().innerHTML = '<article><h1>FAQs</h1></article>';
  await vi.advanceTimersByTimeAsync(50);
  expect(document.activeElement).not.toBe(first);
  expect(document.activeElement).toBe(place().querySelector('h1'));
  document.querySelector('a')!.focus();
  place().innerHTML = '<h1>FAQs, version 2</h1>';
  await vi.advanceTimersByTimeAsync(4_000);
  expect(focused()).toBe('Calls');
});

test('a screen without a heading is named by its place', async () => {
  document.querySelector('a')!.focus();
  await arrive('<p>Chat</p>');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(document.activeElement).toBe(place());
});

const live = (id: string) => vi.fn(async () => new Response(JSON.stringify({ status: true, data: { id } })));
const note = (): HTMLElement | null => document.querySelector('aside[role=status]');

test('an open tab is told of another version within minutes, once, and is never loaded anew by itself', async () => {
  const ask = live('set-2');
  vi.stubGlobal('fetch', ask);
  watchForVersion('set-1');
  await vi.advanceTimersByTimeAsync(6 * MINUTES);
  expect(note()).toHaveTextContent('A new version is ready. ReloadNot now');
  [...note()!.querySelectorAll('button')][1]!.click();
  expect(note()).toBeNull();
  await vi.advanceTimersByTimeAsync(60 * MINUTES);
  expect(note()).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('the note stands before its words come, or screen readers say nothing', async () => {
  vi.stubGlobal('fetch', live('set-2'));
  watchForVersion('set-1');
  await vi.advanceTimersByTimeAsync(5 * MINUTES);
  expect(note()).toBeEmptyDOMElement();
  await vi.advanceTimersByTimeAsync(200);
  expect(note()).toHaveTextContent('A new version is ready.');
});

test('the same version is no news; who can’t be reached is asked again', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockImplementation(live('set-1')));
  watchForVersion('set-1');
  await vi.advanceTimersByTimeAsync(16 * MINUTES);
  expect(fetch).toHaveBeenCalledTimes(3);
  expect(note()).toBeNull();
});
