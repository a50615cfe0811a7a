import * as z from 'zod/mini';
import { candleInterval, candlesInsight } from './candles-insight.contract.ts';
import { equityInsight, insightKey } from './equity-insight.contract.ts';
import { sentiment } from './insights.contract.ts';
import { optionsInsight } from './options-insight.contract.ts';
import { route } from './route.ts';
import { day, symbol, text } from './text.ts';

/**
 * What partner pages and the server say to each other. Everything is a simple GET, so that no page of another origin has
 * to ask for permission first: a session trades a key for a token and brings the first data of everything the page shows;
 * one stream of Server-Sent Events carries what changes.
 */

/** Insights by the names that access keys list. */
export const WIDGETS = ['market-sentiment', 'equity-insights', 'options-insights'] as const;
export type WidgetName = (typeof WIDGETS)[number];

/** An underlying, or one of its expiries: `NIFTY@2026-11-24`. */
const EXPIRY = '@\\d{4}-\\d\\d-\\d\\d';
/** What a widget shows: `<widget>:<code>`, e.g. `market-sentiment:RELIANCE` or `options-insights:NIFTY@2026-11-24`. */
const SUBJECT = new RegExp(`^((${WIDGETS.join('|')}):[A-Z0-9][A-Z0-9&-]{0,19}|options-insights:[A-Z0-9][A-Z0-9&-]{0,19}${EXPIRY})$`);
/** The most subjects of one page; an address stays below 8 kB with them. */
export const MAX_SUBJECTS = 200;

const asSubjects = (value: string): string[] => [...new Set(value.split(',').filter(Boolean))];
const areSubjects = (list: readonly string[]): boolean => list.length <= MAX_SUBJECTS && list.every((subject) => SUBJECT.test(subject));
const subjectList = z
  .pipe(z.string().check(z.maxLength(8000)), z.transform(asSubjects))
  .check(z.refine(areSubjects, `Not a list of at most ${MAX_SUBJECTS} subjects`));

/** A subject with everything it shows. One member for each widget. */
export const subjectValue = z.discriminatedUnion('widget', [
  z.object({ widget: z.literal('market-sentiment'), code: z.string(), data: sentiment }),
  z.object({ widget: z.literal('equity-insights'), code: z.string(), data: equityInsight }),
  z.object({ widget: z.literal('options-insights'), code: z.string(), data: optionsInsight }),
]);
export type SubjectValue = z.output<typeof subjectValue>;

/** A subject that gets no data, with the code of `errors.ts` and the sentence for the visitor. */
const refusal = z.object({ subject: z.string(), code: z.string(), text: z.string() });

/** Of a broker's app: a JWT its server has signed for the key (`api/src/insights/app-proof.ts`); '' of all others. */
const embedProof = z._default(text(2000), '');

export const embedSession = route({
  method: 'GET',
  path: '/embed/v1/session',
  summary: 'Trade an access key for a ten-minute token on the page’s origin; brings the first data of all subjects.',
  access: 'open',
  query: z.object({ access_key: z._default(text(80), ''), proof: embedProof, subjects: z._default(subjectList, []) }),
  data: z.object({
    token: z.string(),
    /** Seconds. */
    expires_in: z.number(),
    theme: z.object({
      accent: z.string(),
      on_accent: z.string(),
      accent_dark: z.string(),
      on_accent_dark: z.string(),
      font: z.string(),
      brand: z.string(),
    }),
    /** Where a stream has to begin so that nothing after these values is missed. */
    cursor: z.string(),
    values: z.array(subjectValue),
    refused: z.array(refusal),
  }),
});
export type EmbedSession = z.output<typeof embedSession.data>;

/** `<token>~<subject>,<subject>` for each key of the page, joined by `|`. */
const watchList = z
  .pipe(
    z.string().check(z.maxLength(10_000)),
    z.transform((value) =>
      value
        .split('|')
        .filter(Boolean)
        .map((part) => {
          const [token = '', list = ''] = part.split('~');
          return { token, subjects: asSubjects(list) };
        }),
    ),
  )
  .check(
    z.refine((list) => list.length > 0 && list.length <= 10, 'Between one and ten keys'),
    z.refine((list) => areSubjects(list.flatMap(({ subjects }) => subjects)), `Not lists of at most ${MAX_SUBJECTS} subjects`),
  );

/** A refusal before the stream began has the usual envelope; otherwise the answer is `text/event-stream` of `streamEvents`. */
export const embedStream = route({
  method: 'GET',
  path: '/embed/v1/stream',
  summary: 'What changes on a partner page, as Server-Sent Events; needs tokens of sessions. Continues after `since` or Last-Event-ID.',
  access: 'open',
  query: z.object({ watch: watchList, since: z._default(text(40), '') }),
  data: z.null(),
});

/** Events of the stream by name. Each carries the cursor reached as its id. */
export const streamEvents = {
  /** The stream stands. What changed since the cursor follows. */
  hello: z.object({}),
  value: subjectValue,
  /**
   * Top-level fields that have changed, of larger widgets only what changed inside of them (`domain/nested-change.ts`); what
   * it builds on was sent before on this stream, or was known at its cursor. The price alone comes every second it moves.
   */
  delta: z.object({ widget: z.enum(WIDGETS), code: z.string(), set: z.record(z.string(), z.unknown()) }),
  /** A key that ended: `grant` counts the parts of `watch` from 0. */
  refused: z.object({ grant: z.number(), code: z.string(), text: z.string() }),
  /** Every 15 seconds, so that a line gone dead is noticed. */
  beat: z.object({}),
  /** The server ends; come again after so many milliseconds. */
  bye: z.object({ retry_ms: z.number() }),
};
export type StreamEvent = keyof typeof streamEvents;

/** Data of one subject for an iframe page, by the names of its address; needs a widget token as bearer. The key stands for the record. */
const framed = { method: 'GET', access: 'open', query: z.object({ broker_access_key: insightKey }) } as const;
export const embedSentiment = route({
  ...framed,
  path: '/embed/v1/sentiment/:stock_code',
  summary: 'Sentiment for the iframe page; needs a widget token as bearer.',
  params: z.object({ stock_code: symbol }),
  data: sentiment,
});
export const embedEquity = route({
  ...framed,
  path: '/embed/v1/equity/:stock',
  summary: 'Equity insight for the iframe page; needs a widget token as bearer.',
  params: z.object({ stock: symbol }),
  data: equityInsight,
});
export const embedOptions = route({
  ...framed,
  path: '/embed/v1/options/:indice',
  summary: 'Options insight for the iframe page; needs a widget token as bearer.',
  params: z.object({ indice: symbol }),
  query: z.object({ broker_access_key: insightKey, expiry: z.optional(day) }),
  data: optionsInsight,
});
/** For who looks at an equity insight. An element gives its session's token in the address, so that no page has to be asked for permission first. */
export const embedCandles = route({
  ...framed,
  path: '/embed/v1/equity/:stock/candles',
  summary: 'Candles beside an equity insight; needs a widget token, as bearer or in the address.',
  params: z.object({ stock: symbol }),
  query: z.object({ interval: candleInterval, token: z._default(text(1000), ''), broker_access_key: insightKey }),
  data: candlesInsight,
});

/** The words that stand beside research, by version. Nothing in it depends on who asks. */
export const readDisclaimer = route({
  method: 'GET',
  path: '/embed/v1/disclaimer',
  summary: 'Statutory words for partner pages: who publishes, warnings, and the risk of derivatives; labels in the language asked for.',
  access: 'open',
  query: z.object({ lang: z._default(z.enum(['en', 'hi']), 'en') }),
  data: z.object({
    version: z.string(),
    registered_name: z.string(),
    registration_no: z.string(),
    /** Word for word, none to be left out. */
    warnings: z.array(z.string()),
    derivatives: z.object({ version: z.string(), lines: z.array(z.string()) }),
    /** Ours, around the words. */
    labels: z.object({ note: z.string(), registration: z.string(), derivatives: z.string(), version: z.string() }),
  }),
});
export type DisclaimerWords = z.output<typeof readDisclaimer.data>;
