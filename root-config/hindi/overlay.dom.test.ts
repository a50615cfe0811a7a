import { afterEach, beforeEach, expect, test } from 'vitest';
import { layOver } from './overlay.ts';

const HINDI: Record<string, string> = { Open: 'खुला', Close: 'बंद', '5 calls': '5 कॉल', '6 calls': '6 कॉल', Search: 'खोजें', 'Home · Vimarsh': 'होम · Vimarsh' };
const say = (text: string): string => HINDI[text] ?? text;
const drawn = (): Promise<void> => new Promise((resolve) => void queueMicrotask(() => queueMicrotask(resolve)));
const element = (selector: string): HTMLElement => document.querySelector(selector)!;

let stop: () => void;
beforeEach(() => {
  document.title = 'Home · Vimarsh';
  document.body.innerHTML = '<p id="a">Open</p><button aria-label="Search" title="Search"></button>';
  stop = layOver(say);
});
afterEach(() => stop());

test('what stands there already is said, names and the title of the page too', () => {
  expect([element('#a').textContent, element('button').title, element('button').ariaLabel, document.querySelector('title')!.text]).toEqual([
    'खुला',
    'खोजें',
    'खोजें',
    'होम · Vimarsh',
  ]);
});

test('screens read the title that was written', async () => {
  expect(document.title).toBe('Home · Vimarsh');
  document.title = 'Open';
  expect(document.title).toBe('Open');
  await drawn();
  expect([document.title, document.querySelector('title')!.text]).toEqual(['Open', 'खुला']);
});

test('what is drawn, changed and named later is said before the next paint', async () => {
  document.body.append(Object.assign(document.createElement('b'), { textContent: 'Close' }));
  (element('#a').firstChild as Text).data = 'Close';
  element('button').setAttribute('aria-label', 'Open');
  await drawn();
  expect([element('b').textContent, element('#a').textContent, element('button').ariaLabel]).toEqual(['बंद', 'बंद', 'खुला']);
});

test('a sentence in several text nodes is said as one, and again when one of them changes', async () => {
  const [count, words] = [document.createTextNode('5'), document.createTextNode(' calls')];
  element('#a').replaceChildren(count, words);
  await drawn();
  expect(element('#a').textContent!.replaceAll('\u200b', '')).toBe('5 कॉल');
  count.data = '6';
  await drawn();
  expect(element('#a').textContent!.replaceAll('\u200b', '')).toBe('6 कॉल');
  // The nodes are those that were drawn: React goes on with them.
  expect([...element('#a').childNodes]).toEqual([count, words]);
  words.remove();
  await drawn();
  expect(element('#a').textContent).toBe('6');
});

test('a text that is emptied stays empty', async () => {
  const [count, words] = [document.createTextNode('5'), document.createTextNode(' calls')];
  element('#a').replaceChildren(count, words);
  await drawn();
  words.data = '';
  await drawn();
  expect(element('#a').textContent).toBe('5');
});

test('names, what people wrote and parts in a language of their own are left alone', async () => {
  document.body.innerHTML = '<p translate="no">Open</p><p lang="en"><b>Open</b></p><textarea>Open</textarea><code>Open</code>';
  await drawn();
  expect([...document.body.children].map(({ textContent }) => textContent)).toEqual(['Open', 'Open', 'Open', 'Open']);
});

test('a sentence that nothing is known for is marked as English, until it says something else', async () => {
  element('#a').textContent = 'The contract itself is in English.';
  await drawn();
  expect(element('#a')).toHaveAttribute('lang', 'en');
  element('#a').textContent = 'Open';
  await drawn();
  expect(element('#a')).not.toHaveAttribute('lang');
  expect(element('#a').textContent).toBe('खुला');
});

test('what is Hindi already is not marked as English, whatever abbreviations stand in it', async () => {
  element('#a').textContent = 'IV: फ़ॉरवर्ड पर Black-76; IV NSE: स्पॉट पर Black-Scholes, NSE के अनुसार।';
  await drawn();
  expect(element('#a')).not.toHaveAttribute('lang');
});
