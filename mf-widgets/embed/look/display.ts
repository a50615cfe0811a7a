import { TEST_KEY_PREFIX } from '@vimarsh/shared/domain/insights/test-key.ts';
import type { WarningDetail } from '../../npm/src/events.ts';
import { sectionsOf } from '../../src/insight/sections.ts';
import type { Words } from '../../src/insight/words.tsx';
import { embedPage, type WidgetChunk } from '../wire/protocol.ts';
import { heightOf, LEAST_HEIGHT, MOST_HEIGHT } from './height.ts';
import { languageOf } from './language.ts';

/** How a page wants an insight shown: of an element its attributes, of a frame what stands in its address. */
export interface Display {
  readonly lang: 'en' | 'hi';
  readonly density: string;
  /** Comma list. */
  readonly sections: string;
  readonly theme: string;
}

export function displayOf(of: (name: keyof Display) => string | null): Display {
  const word = (name: keyof Display): string => (of(name) ?? '').trim().toLowerCase();
  return { lang: languageOf(of('lang')), density: word('density'), sections: of('sections') ?? '', theme: word('theme') };
}

/** What of it nobody knows; `height` is that of an element whose page may choose one. */
export function warningsOf({ density, sections, theme }: Display, known: readonly string[], height = ''): WarningDetail[] {
  const { unknown } = sectionsOf(sections, known);
  return [
    ...(unknown.length > 0 ? [warning('sections_unknown', `No section is named ${unknown.join(', ')}.`, `Sections of this widget: ${known.join(', ')}.`)] : []),
    ...(['', 'comfortable', 'compact'].includes(density) ? [] : [warning('density_unknown', `No density is named ${density}.`, 'Use comfortable or compact.')]),
    ...(['', 'auto', 'light', 'dark', 'partner'].includes(theme)
      ? []
      : [warning('theme_unknown', `No theme is named ${theme}.`, 'Use auto, light, dark or partner.')]),
    ...(height === '' || heightOf(height) === `${Number.parseFloat(height)}px`
      ? []
      : [warning('height_unknown', `No height is ${height}.`, `Use px from ${LEAST_HEIGHT} to ${MOST_HEIGHT}, such as 600.`)]),
  ];
}
const warning = (code: WarningDetail['code'], message: string, fix: string): WarningDetail => ({ code, message, fix });

/**
 * Sizes by density; `initial` lets the views' own sizes be, whatever the page around has defined. What a test key shows is marked in the corner, in a line
 * of its own that covers no figure: the box keeps its height.
 */
export const DISPLAY_CSS = `.box{--short-box:initial;--short-pad:initial;--short-gap:initial;--box-gap:initial;--cell-pad:initial;--row-height:initial}
.box[data-density=compact]{--short-box:176px;--short-pad:7px 12px;--short-gap:4px;--box-gap:10px;--cell-pad:3px;--row-height:36px}
.box[data-density=compact][data-scroll]{padding:8px}
.box[data-test]{--short-box:calc(208px - 1.4em)}.box[data-test][data-density=compact]{--short-box:calc(176px - 1.4em)}
.box[data-test]::before{content:attr(data-test);display:block;position:sticky;top:0;z-index:1;background:var(--canvas);color:var(--warn);font:.6875em/1.6 var(--font)}`;

/** Says on the box in which language it speaks, whatever the page around it does, how dense it is, and whether its data are of a test key. */
export function applyDisplay(box: HTMLElement, { lang, density }: Display, credential: string): void {
  box.lang = lang;
  box.dataset.density = density;
  if (credential.includes(TEST_KEY_PREFIX)) box.dataset.test = lang === 'hi' ? 'टेस्ट डेटा' : 'Test data';
  else delete box.dataset.test;
}

/** Filled at build time. */
const INTEGRITY = '__HINDI_WORDS_INTEGRITY__';
const loading = new Map<string, Promise<Words>>();
/** The widget's words in Hindi, fetched once a page with what speaks them. A failure is forgotten, so that the next wish really asks again. */
export function hindiOf({ hindi: { url, integrity } }: WidgetChunk): Promise<Words> {
  const known = loading.get(url);
  if (known) return known;
  const load = embedPage.verifiedImport!;
  const asked = Promise.all([
    load<{ hindi: string }>(url, integrity),
    load<{ wordsOf(dictionary: string): Words }>(new URL('hindi-words.js', import.meta.url).href, INTEGRITY),
  ]).then(
    ([{ hindi }, { wordsOf }]) => wordsOf(hindi),
    (error: unknown) => {
      loading.delete(url);
      throw error;
    },
  );
  loading.set(url, asked);
  return asked;
}
