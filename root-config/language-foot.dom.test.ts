import { beforeEach, expect, test, vi } from 'vitest';

const chosen: string[] = [];
let keeps = true;
vi.mock('@vimarsh/shared/kit/language.ts', () => ({
  languageNow: () => document.documentElement.lang,
  chooseLanguage(language: string) {
    chosen.push(language);
    return keeps;
  },
}));
const { showLanguageFoot } = await import('./language-foot.ts');

beforeEach(() => {
  document.body.innerHTML = '<main id="outlet"></main>';
  document.documentElement.lang = 'en';
  chosen.length = 0;
  keeps = true;
});
const button = (): HTMLButtonElement => document.querySelector('footer button')!;

test('the other language stands at the foot by its own name, and a press chooses it', () => {
  showLanguageFoot();
  expect([button().textContent, button().lang, button().getAttribute('translate')]).toEqual(['हिन्दी', 'hi', 'no']);
  button().click();
  expect(chosen).toEqual(['hi']);
});

test('in Hindi it is English', () => {
  document.documentElement.lang = 'hi';
  showLanguageFoot();
  expect(button().textContent).toBe('English');
  button().click();
  expect(chosen).toEqual(['en']);
});

test('a browser that keeps nothing says so', () => {
  keeps = false;
  showLanguageFoot();
  button().click();
  expect(document.querySelector('footer')).toHaveTextContent('This browser keeps nothing, so the choice would be lost at once.');
});
