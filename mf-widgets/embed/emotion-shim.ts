import { Fragment, type VNode } from 'preact';
import { jsx as plainJsx } from 'preact/jsx-runtime';

/**
 * The part of emotion's authoring API that the widgets use, for pages we don't own: rules go into one constructable style
 * sheet, which no Content-Security-Policy of a host page blocks and which every shadow root adopts. Written by hand
 * because emotion itself costs 6.2 kB of a 13 kB budget and its <style> tags are refused under `style-src 'self'`.
 */
export const sheet = new CSSStyleSheet();

interface Style {
  readonly className: string;
  readonly text: string;
}
const inserted = new Set<string>();

/** On a page of somebody else `rem` is what that page makes of it, often 10 px. `--rem` is what the reader has chosen (runtime.tsx). */
const REM = /([\d.]+)rem/g;

/** A style block; nesting (`&:hover`) is the browser's own. */
export function css(strings: TemplateStringsArray, ...values: (string | number)[]): Style {
  const text = String.raw({ raw: strings }, ...values).replace(REM, 'calc($1*var(--rem,16px))');
  let hash = 5381;
  for (let i = 0; i < text.length; i += 1) hash = (hash * 33) ^ text.charCodeAt(i);
  return { className: `v${(hash >>> 0).toString(36)}`, text };
}

type Element = Parameters<typeof plainJsx>;

/** JSX factory that turns the `css` prop into a class. */
export function jsx(type: Element[0], props: Element[1] & { css?: Style }, key?: string): VNode {
  const { css: style, ...rest } = props;
  if (!style) return plainJsx(type, props, key);
  if (!inserted.has(style.className)) {
    inserted.add(style.className);
    sheet.insertRule(`.${style.className}{${style.text}}`, sheet.cssRules.length);
  }
  return plainJsx(type, { ...rest, class: style.className } as Element[1], key);
}
export { Fragment, jsx as jsxs };
