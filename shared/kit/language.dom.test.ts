import { afterEach, expect, test, vi } from 'vitest';
import { chooseLanguage, languageNow } from './language.ts';

afterEach(() => {
  vi.restoreAllMocks();
  // biome-ignore lint/suspicious/noDocumentCookie: what the tested code left.
  document.cookie = 'language=en; path=/; max-age=0';
});

test('the choice is a cookie that outlives an emptied storage, and the page loads anew', () => {
  const reload = vi.fn();
  expect(chooseLanguage('hi', reload)).toBe(true);
  localStorage.clear();
  expect(document.cookie).toContain('language=hi');
  expect(reload).toHaveBeenCalledOnce();
});

test('a browser that keeps nothing stays as it is', () => {
  const reload = vi.fn();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  expect(chooseLanguage('hi', reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('the language of the page is what stands on it', () => {
  expect(languageNow()).toBe('en');
  document.documentElement.lang = 'hi';
  expect(languageNow()).toBe('hi');
  document.documentElement.lang = 'en';
});
