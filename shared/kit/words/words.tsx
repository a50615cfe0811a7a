import { QueryClientContext } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageData } from '../../contract/page/types.ts';
import type { Params } from '../../domain/routing/match.ts';
import { createQueryClient } from '../query/query.ts';
import { ParamsContext } from '../router.tsx';
import { SessionContext } from '../session.ts';
import { type DrawnAt, standIn } from './globals.ts';
import { guestSession } from './guest.ts';

/** What the server gives to draw: no field tells who asks. */
export interface WordsInput extends DrawnAt {
  /** The page's key in `module.json`. */
  readonly page: string;
  readonly params: Params;
  readonly brand: PageData['brand'];
  readonly environment: PageData['environment'];
  /** The answers that the page carries. */
  readonly first: PageData['first'];
}

/** A screen as it stands before any script: its HTML, and the rules of its own styles. */
export interface DrawnWords {
  readonly html: string;
  readonly css: string;
}

/** Takes `WordsInput` and answers `DrawnWords`, both as JSON: whoever runs it shares no object with it. '' for a page it does not draw. */
export type DrawWords = (input: string) => string;

/**
 * Draws pages of a module as a visitor sees them first, from the components that the browser draws. A module that has
 * `src/words.ts` gets a file of it in its release, for the server.
 */
export const drawPages =
  (pages: Readonly<Record<string, ComponentType>>): DrawWords =>
  (text) => {
    const { page, params, brand, environment, first, ...at } = JSON.parse(text) as WordsInput;
    const Page = pages[page];
    if (!Page) return '';
    standIn(at);
    const session = guestSession({ brand, environment, first, chat_api: '', releases: { id: '', preview: [], modules: {}, fallbacks: {} } });
    const drawn = renderToStaticMarkup(
      <SessionContext value={session}>
        <QueryClientContext value={createQueryClient()}>
          <ParamsContext value={params}>
            <Page />
          </ParamsContext>
        </QueryClientContext>
      </SessionContext>,
    );
    return JSON.stringify(apart(drawn));
  };

/** As emotion writes the rules of an element before it. */
const RULES = /<style data-emotion="[^"]*">([^<]*)<\/style>/g;
/** React writes quotes of texts and values as `&quot;`, so this is an attribute wherever it stands: ` style="--stop:0.2"`. */
const OWN_STYLE = / style="([^"]*)"/g;

/** Nothing hears a press yet: a control is there to be seen, and to nobody else, until its screen takes its place. Links lead on. */
const CONTROL = /<(button|input|select|textarea)\b/g;

/** Rules apart from the elements, each once. The page's policy forbids styles on elements, so these become rules as well. */
function apart(drawn: string): DrawnWords {
  const rules = new Set<string>();
  const own = new Map<string, number>();
  const html = drawn
    .replace(RULES, (_, css: string) => {
      rules.add(css);
      return '';
    })
    .replace(OWN_STYLE, (_, style: string) => {
      if (!own.has(style)) own.set(style, own.size);
      return ` data-own="${own.get(style)}"`;
    })
    .replace(CONTROL, '<$1 inert');
  const owns = [...own].map(([style, at]) => `[data-own="${at}"]{${plain(style)}}`);
  return { html, css: [...rules, ...owns].join('') };
}

const MARKS: Readonly<Record<string, string>> = { '&quot;': '"', '&#x27;': "'", '&amp;': '&', '&lt;': '', '&gt;': '>' };
const plain = (value: string): string => value.replace(/&(?:quot|#x27|amp|lt|gt);/g, (mark) => MARKS[mark]!);
