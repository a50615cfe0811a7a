import * as z from 'zod/mini';
import { accessKeyText } from '../access-key-text.ts';
import { candleInterval, candlesInsight } from '../candles-insight/types.ts';
import { equityInsight, insightKey } from '../equity-insight/types.ts';
import { optionsInsight } from '../options-insight/types.ts';
import { route } from '../route.ts';
import { sentiment } from '../sentiment/types.ts';
import { day, symbol, text } from '../text.ts';
import { MAX_SUBJECTS, subjectValue, WIDGETS } from './types.ts';
import { EXPIRING } from './widgets.ts';

/** An underlying, or one of its expiries: `NIFTY@2026-11-24`. */
const EXPIRY = '@\\d{4}-\\d\\d-\\d\\d';

/** What a widget shows: `<widget>:<code>`, e.g. `market-sentiment:RELIANCE` or `options-insights:NIFTY@2026-11-24`. */
const CODE = '[A-Z0-9][A-Z0-9&-]{0,19}';
const SUBJECT = new RegExp(`^((${WIDGETS.join('|')}):${CODE}|(${EXPIRING.join('|')}):${CODE}${EXPIRY})$`);

const asSubjects = (value: string): string[] => [...new Set(value.split(',').filter(Boolean))];

/** Whether a widget could show it. What none could is refused by itself; it takes nothing away from what stands beside it. */
export const isSubject = (subject: string): boolean => SUBJECT.test(subject);

const subjectList = z
  .pipe(z.string().check(z.maxLength(12_000)), z.transform(asSubjects))
  .check(z.maxLength(MAX_SUBJECTS, `Not a list of at most ${MAX_SUBJECTS} subjects`));

/** A subject that gets no data, with the code of `errors.ts` and the sentence for the visitor. */
const refusal = z.object({ subject: z.string(), code: z.string(), text: z.string() });

/** Of a broker's app: a JWT its server has signed for the key (`api/src/insights/embed/app-proof.ts`); '' of all others. */
const embedProof = z._default(text(2000), '');

export const embedSession = route({
  method: 'GET',
  path: '/embed/v1/session',
  summary: 'Trade an access key for a ten-minute token on the page’s origin; brings the first data of all subjects.',
  access: 'open',
  bearer: 'any',
  query: z.object({ access_key: z._default(accessKeyText, ''), proof: embedProof, subjects: z._default(subjectList, []) }),
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
    /** Over how many milliseconds the pages of this server should come back after it went away. Older servers do not say. */
    spread_ms: z.optional(z.number()),
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
    z.string().check(z.maxLength(14_000)),
    z.transform((value) =>
      value
        .split('|')
        .filter(Boolean)
        .map((part) => {
          const [token = '', list = ''] = part.split('~');
          // Nothing ever changes of what no widget could show.
          return { token, subjects: asSubjects(list).filter(isSubject) };
        }),
    ),
  )
  .check(
    z.refine((list) => list.length > 0 && list.length <= 10, 'Between one and ten keys'),
    z.refine((list) => list.some(({ subjects }) => subjects.length > 0), 'Nothing in it is a subject'),
    z.refine((list) => list.flatMap(({ subjects }) => subjects).length <= MAX_SUBJECTS, `Not lists of at most ${MAX_SUBJECTS} subjects`),
  );

/** A refusal before the stream began has the usual envelope; otherwise the answer is `text/event-stream` of `streamEvents`. */
export const embedStream = route({
  method: 'GET',
  path: '/embed/v1/stream',
  summary: 'What changes on a partner page, as Server-Sent Events; needs tokens of sessions. Continues after `since` or Last-Event-ID.',
  access: 'open',
  bearer: 'any',
  query: z.object({ watch: watchList, since: z._default(text(40), '') }),
  data: z.null(),
});

/** Data of one subject for an iframe page, by the names of its address; needs a widget token as bearer. The key stands for the record. */
const framed = { method: 'GET', access: 'open', bearer: 'any', query: z.object({ broker_access_key: insightKey }) } as const;

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
  bearer: 'any',
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
