import { expect, test } from 'vitest';
import { sentencesIn, sentencesOf } from './sentences.ts';

test('what stands in one run of text is one sentence, with a hole for each value; an element ends it', () => {
  const page = `
    export const Page = ({ count, day }: Props) => (
      <p title="Calls of the day">
        {count} calls were live when {day} began.
        They end <b>by the price</b> and by nobody else.
      </p>
    );`;
  expect(sentencesOf(page, 'page.tsx')).toEqual(['Calls of the day', '{0} calls were live when {1} began. They end', 'by the price', 'and by nobody else.']);
});

test('each way a choice may go is a sentence, in templates too', () => {
  const text = "const text = (one: boolean) => 'Left out: ' + (one ? '1 call' : count + ' calls') + '.';";
  expect(sentencesOf(text, 'text.ts')).toEqual(['Left out: 1 call.', 'Left out: {0} calls.']);
});

test('what people don’t read is left out: styles, keys, comparisons, errors for engineers, imports', () => {
  const code = `
    import { a } from './a file.ts';
    const look = css\`color: var(--ink); margin: 0 auto\`;
    if (kind === 'Some kind') throw new Error('This never happens');
    type Kind = 'Not a text';
    const row = <i className="one two" data-kind="Some kind" role="img" aria-label="A picture" />;`;
  expect(sentencesOf(code, 'code.tsx')).toEqual(['A picture']);
});

test('every module that people see speaks, and its sentences are found', () => {
  for (const room of ['shell', 'mf-auth', 'mf-recommendations', 'mf-static-pages', 'mf-widgets'])
    expect([...sentencesIn(`${room}/src/**/*.{ts,tsx}`).values()].flat().length, room).toBeGreaterThan(80);
});
