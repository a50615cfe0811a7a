import { ELEMENTS, type InsightTag, type Kind } from '@vimarsh/shared/contract/embed/elements.ts';
import { EQUITY_INSIGHTS, MARKET_SENTIMENT, OPTIONS_INSIGHTS, SENTIMENT_WIDGET } from '@vimarsh/shared/domain/routing/places.ts';
import { EQUITY_SECTIONS, OPTIONS_SECTIONS, SENTIMENT_SECTIONS } from '../insight/sections.ts';

export const THEMES = ['auto', 'light', 'dark', 'partner'] as const;
export const LANGUAGES = ['en', 'hi'] as const;
export const DENSITIES = ['comfortable', 'compact'] as const;
export const SECTIONS: Readonly<Record<InsightTag, readonly string[]>> = {
  'vimarsh-sentiment': SENTIMENT_SECTIONS,
  'vimarsh-equity': EQUITY_SECTIONS,
  'vimarsh-options': OPTIONS_SECTIONS,
};
export const FORMS = [
  { value: 'element', label: 'Element' },
  { value: 'pinned', label: 'Pinned version' },
  { value: 'iframe', label: 'Frame' },
  { value: 'react', label: 'React' },
] as const;
export type Form = (typeof FORMS)[number]['value'];
export type { InsightTag };

interface InsightWords {
  /** Name in the list. */
  readonly label: string;
  /** What an iframe's `title` and the fallback link say after the symbol. */
  readonly title: string;
  readonly component: string;
  /** Page of the portal that shows the same. */
  readonly page: (code: string) => string;
  readonly frame: (code: string, key: string) => string;
}
const part = encodeURIComponent;
export const INSIGHTS: Readonly<Record<InsightTag, InsightWords>> = {
  'vimarsh-sentiment': {
    label: 'Market sentiment',
    title: 'market sentiment',
    component: 'VimarshSentiment',
    page: (code) => `${MARKET_SENTIMENT}?stock=${part(code)}`,
    frame: (code, key) => `${SENTIMENT_WIDGET}/${part(code)}?broker_access_key=${part(key)}`,
  },
  'vimarsh-equity': {
    label: 'Equity insights',
    title: 'equity insight',
    component: 'VimarshEquity',
    page: (code) => `${EQUITY_INSIGHTS}/${part(code)}`,
    frame: (code, key) => `${EQUITY_INSIGHTS}/${part(code)}/${part(key)}`,
  },
  'vimarsh-options': {
    label: 'Options insights',
    title: 'options insight',
    component: 'VimarshOptions',
    page: (code) => `${OPTIONS_INSIGHTS}/${part(code)}`,
    frame: (code, key) => `${OPTIONS_INSIGHTS}/${part(code)}/${part(key)}`,
  },
};

export interface Choice {
  readonly tag: InsightTag;
  /** Stock or index, upper case. */
  readonly code: string;
  readonly theme: (typeof THEMES)[number];
  readonly lang: (typeof LANGUAGES)[number];
  readonly density: (typeof DENSITIES)[number];
  /** None: all. */
  readonly sections: readonly string[];
  /** px. */
  readonly height: number;
  readonly accessKey: string;
}
export interface Source {
  /** Origin of this portal. */
  readonly portal: string;
  readonly pinned: { readonly path: string; readonly integrity: string };
}

/** px that an element takes at least; only tall ones may be given another height. */
export const leastHeight = (tag: InsightTag): number => ('tall' in ELEMENTS[tag] ? 320 : usualHeight(tag, 'comfortable'));

/** px that are kept for it unless another height is chosen. */
export function usualHeight(tag: InsightTag, density: Choice['density']): number {
  const { height, compact }: Kind = ELEMENTS[tag];
  return Number.parseInt(density === 'compact' && compact ? compact : height, 10);
}

/** The attribute that names what is shown. */
export const codeAttribute = (tag: InsightTag): string => ELEMENTS[tag].codes[0];

/** What of the look is not as it would be without being asked for; by the names of attributes and of a frame's query. */
const lookOf = ({ theme, lang, density, sections }: Choice): Record<string, string> => ({
  ...(theme !== 'auto' && { theme }),
  ...(lang !== 'en' && { lang }),
  ...(density !== 'comfortable' && { density }),
  ...(sections.length > 0 && { sections: sections.join() }),
});

/** Attributes of the element beside its style. */
export function attributesOf(choice: Choice): Record<string, string> {
  const { tag, code, height, accessKey, density } = choice;
  return {
    [codeAttribute(tag)]: code,
    'access-key': accessKey,
    ...lookOf(choice),
    ...(height !== usualHeight(tag, density) && { height: String(height) }),
  };
}

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function elementText(choice: Choice, { portal }: Source): string {
  const { tag, code, height } = choice;
  const { page, title } = INSIGHTS[tag];
  const attributes = Object.entries(attributesOf(choice)).map(([name, value]) => ` ${name}="${quoted(value)}"`);
  return [
    `<${tag}${attributes.join('')} style="display:block;min-height:${height}px">`,
    `  <a href="${quoted(portal + page(code))}">${quoted(code)} ${title}</a>`,
    `</${tag}>`,
  ].join('\n');
}

function frameText(choice: Choice, { portal }: Source): string {
  const { tag, code, height, accessKey } = choice;
  const { frame, title } = INSIGHTS[tag];
  const path = frame(code, accessKey);
  const query = Object.entries(lookOf(choice)).map(([name, value]) => `${name}=${value}`);
  const address = [portal + path, ...query].reduce((all, each) => `${all}${all.includes('?') ? '&' : '?'}${each}`);
  return `<iframe src="${quoted(address)}" title="${quoted(code)} ${title}" width="100%" height="${height}" loading="lazy" style="border:0" sandbox="allow-scripts allow-same-origin allow-popups"></iframe>`;
}

function reactText(choice: Choice, { portal }: Source): string {
  const { tag, code, height, accessKey, density, sections } = choice;
  const { component } = INSIGHTS[tag];
  const props = [
    `portal="${portal}"`,
    `accessKey="${accessKey}"`,
    `${codeAttribute(tag)}="${code}"`,
    ...Object.entries(lookOf(choice)).map(([name, value]) =>
      name === 'sections' ? `sections={[${sections.map((section) => `'${section}'`).join(', ')}]}` : `${name}="${value}"`,
    ),
    ...(height === usualHeight(tag, density) ? [] : [`height={${height}}`]),
  ];
  return [`import { ${component} } from '@vimarsh/embed/react';`, '', `<${component} ${props.join(' ')} />`].join('\n');
}

/** What a partner's developer pastes. */
export function snippetOf(form: Form, choice: Choice, source: Source): string {
  if (form === 'iframe') return frameText(choice, source);
  if (form === 'react') return reactText(choice, source);
  const { path, integrity } = source.pinned;
  const script =
    form === 'pinned'
      ? `<script type="module" async src="${source.portal}${path}" integrity="${integrity}" crossorigin></script>`
      : `<script type="module" async crossorigin src="${source.portal}/w/v1.js"></script>`;
  return `${script}\n${elementText(choice, source)}`;
}

/** What the page's Content-Security-Policy has to allow for a form. */
export const policyOf = (form: Form, portal: string): string => (form === 'iframe' ? `frame-src ${portal};` : `script-src ${portal};\nconnect-src ${portal};`);
