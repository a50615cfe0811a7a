import fc from 'fast-check';
import { Fragment, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outliveTranslator } from './outlive-translator.ts';
import { startTranslator, type Translator } from './translator.testing.ts';

/** Text beside elements and texts that come, go and change places, as screens have them. */
interface Shown {
  readonly price: number;
  readonly note: string;
  readonly chip: boolean;
  readonly order: readonly string[];
}
function Screen({ price, note, chip, order }: Shown): ReactNode {
  return (
    <section>
      <p>
        Price {price} now {chip && <b>closed</b>} as told
      </p>
      <p>
        {note}
        {chip && 'late'}
        <i>{price}</i>
      </p>
      {note && <>about {note}</>}
      <ul>
        {order.map((symbol) => (
          <Fragment key={symbol}>
            {symbol} {chip ? <b>{price}</b> : price}
          </Fragment>
        ))}
      </ul>
    </section>
  );
}

let place: HTMLElement;
let root: Root;
let translator: Translator | undefined;
let stop = (): void => {};
/** Draws before anybody is told of a change. */
const drawNow = (node: ReactNode): void => flushSync(() => root.render(node));
async function draw(node: ReactNode): Promise<void> {
  drawNow(node);
  await Promise.resolve();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stop = outliveTranslator();
  place = document.body.appendChild(document.createElement('main'));
  root = createRoot(place);
});
afterEach(() => {
  translator?.showOriginal();
  stop();
  root.unmount();
  place.remove();
  vi.useRealTimers();
});

const FIRST: Shown = { price: 100, note: 'a note', chip: false, order: ['TCS', 'INFY', 'ITC'] };
/** The same, in a place that no translator looks at. */
function untranslated(shown: Shown): string {
  const aside = document.createElement('div');
  const other = createRoot(aside);
  flushSync(() => other.render(<Screen {...shown} />));
  const { textContent } = aside;
  other.unmount();
  return textContent;
}

test('figures beside words go on moving, before and after they are translated again', async () => {
  await draw(<Screen {...FIRST} />);
  translator = startTranslator();
  await Promise.resolve();
  for (const price of [101, 102]) {
    await draw(<Screen {...FIRST} price={price} />);
    expect(place.textContent).toBe(untranslated({ ...FIRST, price }));
    translator.translate();
    await Promise.resolve();
    expect(place.textContent).toBe(untranslated({ ...FIRST, price }));
  }
  expect(translator.unseen()).toEqual([]);
});

test('what comes, goes and changes places beside translated text throws nothing and stands where it should', async () => {
  await draw(<Screen {...FIRST} />);
  translator = startTranslator();
  await Promise.resolve();
  const states: Shown[] = [
    { ...FIRST, chip: true },
    { ...FIRST, note: '' },
    { ...FIRST, order: ['ITC', 'TCS', 'INFY'] },
    { ...FIRST, chip: true, order: ['INFY'] },
    FIRST,
  ];
  for (const shown of states) {
    await draw(<Screen {...shown} />);
    expect(place.textContent).toBe(untranslated(shown));
    translator.translate();
    await Promise.resolve();
  }
  await draw(null);
  expect(place.textContent).toBe('');
});

test('the original comes back with what was written last', async () => {
  await draw(<Screen {...FIRST} />);
  translator = startTranslator();
  await Promise.resolve();
  await draw(<Screen {...FIRST} price={7} />);
  translator.translate();
  await Promise.resolve();
  translator.showOriginal();
  await Promise.resolve();
  expect(place.querySelector('font')).toBeNull();
  expect(place.textContent).toBe(untranslated({ ...FIRST, price: 7 }));
  await draw(<Screen {...FIRST} price={8} />);
  expect(place.textContent).toBe(untranslated({ ...FIRST, price: 8 }));
});

test('a text that is emptied shows nothing, and its next words are seen', async () => {
  await draw(
    <p>
      a{''}
      {'b'}
    </p>,
  );
  translator = startTranslator();
  await Promise.resolve();
  await draw(
    <p>
      a{''}
      {''}
    </p>,
  );
  expect(place.textContent).toBe('a');
  await draw(
    <p>
      a{'c'}
      {'d'}
    </p>,
  );
  expect(place.textContent).toBe('acd');
});

test('whatever is drawn in whatever order, with a translator that comes at any time, the page says what was drawn', async () => {
  const shown = fc.record({
    price: fc.integer({ min: 1, max: 9 }),
    note: fc.constantFrom('', 'one', 'two'),
    chip: fc.boolean(),
    order: fc.shuffledSubarray(['TCS', 'INFY', 'ITC', 'SBIN']),
  });
  const step = fc.record({ shown, after: fc.constantFrom('nothing', 'translate', 'translate at once') });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await draw(<Screen {...FIRST} />);
      translator = startTranslator();
      await Promise.resolve();
      for (const { shown: next, after } of steps) {
        drawNow(<Screen {...next} />);
        if (after !== 'translate at once') await Promise.resolve();
        if (after !== 'nothing') translator.translate();
        await Promise.resolve();
        expect(place.textContent).toBe(untranslated(next));
      }
      translator.showOriginal();
      await Promise.resolve();
      expect(place.textContent).toBe(untranslated(steps.at(-1)!.shown));
      await draw(null);
      expect(place.textContent).toBe('');
    }),
    { numRuns: 60 },
  );
});
