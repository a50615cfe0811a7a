import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { reloadOnce } from './chunk-failure.ts';
import { noteTyping, typed } from './typed.ts';

noteTyping();
beforeEach(() => {
  sessionStorage.clear();
  document.body.replaceChildren();
});

test('a missing file reloads the app, the same release set at most once', () => {
  const reload = vi.fn();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(reloadOnce('set-1', reload), 'offline a reload would only lose the page').toBe(false);
  online.mockReturnValue(true);
  expect(reloadOnce('set-1', reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(reloadOnce('set-1', reload)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the page that was loaded anew has words at once; the one after it waits for them as every page does', () => {
  const [, first] = /<script nonce="[^"]*">(try\{.*?)<\/script>/s.exec(readFileSync('root-config/index.html', 'utf8'))!;
  const late = (): string | undefined => {
    delete document.documentElement.dataset.late;
    new Function(first!)();
    return document.documentElement.dataset.late;
  };
  expect(late()).toBeUndefined();
  reloadOnce('set-1', () => undefined);
  expect(late()).toBe('yes');
  expect(late()).toBeUndefined();
});

test('a newer release set may try again', () => {
  const reload = vi.fn();
  sessionStorage.setItem('vimarsh.chunk_reload', 'set-1');
  expect(reloadOnce('set-2', reload)).toBe(true);
});

const touch = (html: string, type: 'input' | 'click'): void => {
  document.body.innerHTML = html;
  document.querySelector('[data-here]')!.dispatchEvent(new Event(type, { bubbles: true }));
};

test.each([
  ['a field', '<input data-here>', 'input'],
  ['a note', '<textarea data-here></textarea>', 'input'],
  ['text of a page', '<div contenteditable data-here></div>', 'input'],
  ['a day of a calendar in a form', '<form><table><tr><td><button type="button" data-here>12</button></td></tr></table></form>', 'click'],
  ['a choice in a dialog', '<div role="dialog"><div role="radio" data-here></div></div>', 'click'],
] as const)('what was entered into %s is never given up for a file, until it is gone from the page', (_what, html, type) => {
  const reload = vi.fn();
  touch(html, type);
  expect(reloadOnce('set-1', reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(sessionStorage.length, 'the one reload is still to be had').toBe(0);
  document.body.replaceChildren();
  expect(typed()).toBe(false);
  expect(reloadOnce('set-1', reload)).toBe(true);
});

test('a link that was clicked is nothing to lose', () => {
  touch('<nav><a href="#x" data-here>Calls</a></nav>', 'click');
  expect(typed()).toBe(false);
});
