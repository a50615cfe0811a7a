import { readFileSync } from 'node:fs';
import { ELEMENTS, type ElementTag, type Kind } from '@vimarsh/shared/contract/embed/elements.ts';
import { ELEMENT_TAGS } from '@vimarsh/shared/contract/embed/widgets.ts';
import { expect, test } from 'vitest';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const page = README.split('```html\n')[1]!.split('\n```')[0]!;

/** min-height of a tag in the documented page. */
const roomOf = (tag: ElementTag): string | undefined => new RegExp(`<${tag} [^>]*style="[^"]*min-height:([^";]+)`).exec(page)?.[1];

test.each(ELEMENT_TAGS)('the documented snippet of <%s> keeps the room that the element takes', (tag) => {
  const { height, whole }: Kind = ELEMENTS[tag];
  expect(roomOf(tag)).toBe(whole ?? height);
});

test('the room of a disclaimer without the risk of derivatives is documented, too', () => {
  expect(README).toContain(`min-height:${ELEMENTS['vimarsh-disclaimer'].height}\``);
});
