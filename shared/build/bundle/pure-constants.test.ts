import { minifySync } from '@swc/core';
import { expect, test } from 'vitest';
import markPure from './pure-constants.mjs';

const marked = (source: string): string => markPure(source).replaceAll('/*#__PURE__*/', '@');

test('the calls that make a constant are marked, with all that is made for it; what runs later or is no constant is not', () => {
  expect(marked("export const follow = route({ method: 'POST', body: z.object({ id: text(40).check(z.maxLength(3)) }) });")).toBe(
    "export const follow = @route({ method: 'POST', body: @z.object({ id: @text(40).check(@z.maxLength(3)) }) });",
  );
  expect(marked('const ids = z.array(z.string().check(z.refine((id) => fits(id))));')).toBe(
    'const ids = @z.array(@z.string().check(@z.refine((id) => fits(id))));',
  );
  expect(marked('const set = new Set([one()]);')).toBe('const set = @new Set([@one()]);');
  const others = "import { z } from 'zod';\nregister(z.object({}));\nfunction made() {\n  return z.object({});\n}\nexport { made };";
  expect(marked(others)).toBe(others);
});

test('the sentence of a route is for the documentation on the server: a page leaves it out', () => {
  expect(marked("export const follow = route({ path: '/follow', summary: 'Follow or unfollow an expert.', access: 'session' });")).toBe(
    "export const follow = @route({ path: '/follow', summary: '', access: 'session' });",
  );
  expect(marked('const exit = exitRoute({ summary: `Ask for an exit.` });')).toBe("const exit = @exitRoute({ summary: '' });");
  const others = "const group = { summary: 'Told to readers' };\nconst rating = @z.object({ summary: 'shown' });";
  expect(marked(others.replaceAll('@', ''))).toBe(others);
  expect(marked('const note = (summary) => route({ summary });')).toBe('const note = (summary) => route({ summary });');
});

test('what nobody uses is left out of a build then', () => {
  const source =
    "function page(z, route, out) { const unused = route({ path: '/unused', body: z.object({ id: z.string().check(z.max(3)) }) }); const used = route({ path: '/used' }); out.used = used; }";
  const minified = (text: string): string => minifySync(`${text} page(1, 2, 3);`, { compress: { unused: true }, mangle: false }).code;
  const inModule = source.replace(/^.*?\{ /, '').replace(/ \}$/, '');
  expect(minified(source)).toContain('/unused');
  const kept = minified(source.replace(inModule, markPure(inModule)));
  expect(kept).toContain('/used');
  expect(kept).not.toContain('/unused');
});
