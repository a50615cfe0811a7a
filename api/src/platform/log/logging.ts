import { type DestinationStream, type Logger, pino } from 'pino';
import { wordsOf } from '../text/error-words.ts';
import { createSampling, loggedKind } from './sampling.ts';

/** Names whose values never reach a log, wherever they stand in an object (three levels deep). */
const PERSONAL = [
  'authorization',
  'cookie',
  'password',
  'mobile',
  'mobile_otp',
  'otp',
  'email',
  'username',
  'full_name',
  'holder',
  'ifsc',
  'first_name',
  'last_name',
  'address',
  'to',
  'text',
  'token',
  'access_token',
  'refresh_token',
  'access_key',
  'pan_card_number',
  'aadhar_card_number',
  'body',
  'query',
  'parameters',
  'detail',
  'where',
];

/** Values that give a person away in free text: e-mails, tokens, PAN, phone numbers. */
const TRACES: readonly [RegExp, string][] = [
  // An error may quote a long text: no pattern reads the same signs again from each of its places.
  [/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, '[mail]'],
  [/\beyJ[\w-]{1,2000}\.[\w-]+\.[\w-]+/g, '[token]'],
  [/\b[A-Z]{5}\d{4}[A-Z]\b/g, '[pan]'],
  // Telephones and bank accounts.
  [/(?<![\w.-])\+?\d{9,18}(?![\w.-])/g, '[number]'],
  [/(?<!\d)\d{4} \d{4} \d{4}(?!\d)/g, '[number]'],
];

export const withoutTraces = (line: string): string => TRACES.reduce((text, [pattern, word]) => text.replace(pattern, word), line);

/** Database errors quote the offending value; the sentence stays, the value goes. */
function describeError(error: unknown): object {
  // Some libraries throw, or tell of, a copy of an error that is no Error any more.
  if (typeof error !== 'object' || error === null) return { message: withoutTraces(String(error)) };
  const { name, message, stack, cause, code, constraint, table } = error as Partial<Error> & { code?: string; constraint?: string; table?: string };
  const quoted = (text: string): string => (code && /^[0-9A-Z]{5}$/.test(code) ? text.replace(/"[^"\n]*"/g, '"…"') : text);
  return {
    type: name,
    // An error without a word, as of an address that refused every way to it, is told by its code.
    message: quoted(String(message || wordsOf(error))),
    code,
    constraint,
    table,
    stack: stack && quoted(String(stack)),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

const LEFT_OUT = 'more lines of this kind were left out';
const WARN = 40;

/**
 * Structured JSON lines without personal data. Requests are logged only when they fail or are slow. Of one kind only so many lines are written at
 * once, but at `trace` and `debug`, which somebody sets to read every line.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const isWhole = ['trace', 'debug'].includes(level);
  const sampling = createSampling((kind, left_out) => log.warn({ kind, left_out }, LEFT_OUT));
  const log: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
      serializers: { err: describeError, error: describeError },
      hooks: {
        streamWrite: withoutTraces,
        logMethod(args, write, at) {
          const [fields, message] = typeof args[0] === 'string' ? [undefined, args[0]] : [args[0], String(args[1] ?? '')];
          const isTaken = at < WARN || message === LEFT_OUT || sampling.take(withoutTraces(loggedKind(fields, message)), pino.levels.labels[at] ?? '');
          if (isTaken || isWhole) write.apply(this, args);
        },
      },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
  return log;
}
