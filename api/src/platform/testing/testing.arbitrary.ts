import type { Route } from '@vimarsh/shared/contract/route.ts';
import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';

/* Requests for fuzzing, made from the contracts: mostly in shape, so that handlers are reached, with hostile values anywhere. */

type JsonSchema = Record<string, unknown>;

/** What breaks servers: control characters, half characters, prototypes, numbers at the edges, long and right-to-left text. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'x'.repeat(5000),
  '₹𝔘🧿',
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  [],
  [[]],
  {},
  { toString: 1 },
  { length: 1e9 },
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
  '2026-11-20T04:00:00.000Z',
];
const hostile: Arbitrary<unknown> = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...HOSTILE) }, { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) });

/** Values real data has, so that lookups also succeed. */
const FAMILIAR = ['9000000001', '+91', 'RELIANCE', 'INFY', 'TCS', 'exp_01', 'exp_02', 'usr_01', 'alpha', 'en', '2026-11-20', '2026-11-19', '1'] as const;

/** Texts that a server has answered with under a name, as `id` or `room_id`: what they name is there, so that a request gets behind its lookup. */
export type Answered = (name: string) => readonly string[];
const NOTHING_ANSWERED: Answered = () => [];

function shaped(schema: JsonSchema, answered: Answered = NOTHING_ANSWERED): Arbitrary<unknown> {
  const {
    type,
    const: constant,
    anyOf,
    oneOf,
    properties,
    required = [],
    items,
    minItems,
    maxItems,
    pattern,
    minLength,
    maxLength,
  } = schema as {
    type?: string | string[];
    const?: unknown;
    enum?: unknown[];
    anyOf?: JsonSchema[];
    oneOf?: JsonSchema[];
    properties?: Record<string, JsonSchema>;
    required?: string[];
    items?: JsonSchema;
    minItems?: number;
    maxItems?: number;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  if (Array.isArray(type)) return fc.oneof(...type.map((each: string) => shaped({ ...schema, type: each }, answered)));
  const choices = anyOf ?? oneOf;
  if ('const' in schema) return fc.constant(constant);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (choices) return fc.oneof(...choices.map((each) => shaped(each, answered)));
  if (properties) {
    const parts = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, named(name, each, answered)]));
    return fc.record(parts, { requiredKeys: required.filter((name) => name in parts) });
  }
  if (type === 'array') return fc.array(items ? spoiled(items, answered) : fc.anything(), { minLength: minItems ?? 0, maxLength: Math.min(maxItems ?? 5, 8) });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer(range(schema));
  if (type === 'number') {
    const { min, max } = range(schema);
    return fc.oneof(
      fc.integer({ min: min * 20, max: max * 20 }).map((value) => value / 20),
      fc.double({ min, max, noNaN: true }),
    );
  }
  if (type === 'string') {
    const length = { minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 60, 400) };
    if (length.minLength > length.maxLength) length.maxLength = length.minLength;
    const free = pattern ? fc.stringMatching(new RegExp(pattern)) : fc.string({ unit: 'binary', ...length });
    return fc.oneof({ weight: 2, arbitrary: free }, { weight: 1, arbitrary: fc.constantFrom(...FAMILIAR) });
  }
  return fc.oneof(fc.constantFrom(...FAMILIAR), fc.string(), hostile);
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): { min: number; max: number } {
  const min = Math.max(Number(minimum ?? exclusiveMinimum ?? -1000), -1_000_000);
  const max = Math.min(Number(maximum ?? exclusiveMaximum ?? 5000), 1_000_000);
  return { min: Math.ceil(min), max: Math.floor(Math.max(min, max)) };
}

/** In shape nineteen times out of twenty. */
const spoiled = (schema: JsonSchema, answered: Answered): Arbitrary<unknown> =>
  fc.oneof({ weight: 19, arbitrary: shaped(schema, answered) }, { weight: 1, arbitrary: hostile });

/** A field with its name: every second text is one that was answered under that name, where there is one. */
function named(name: string, schema: JsonSchema, answered: Answered): Arbitrary<unknown> {
  const known = answered(name);
  if (known.length === 0 || schema.type !== 'string' || schema.enum) return spoiled(schema, answered);
  return fc.oneof({ weight: 1, arbitrary: spoiled(schema, answered) }, { weight: 1, arbitrary: fc.constantFrom(...known) });
}

const part = (schema: z.ZodMiniType | undefined, answered?: Answered): Arbitrary<unknown> =>
  schema ? shaped(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, answered) : fc.constant(undefined);

export interface FuzzedRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Percent-encoding that also takes lone surrogates (as the bytes a careless client would send). */
const encode = (value: unknown): string => encodeURIComponent(asText(value).toWellFormed()) || '%20';

/** Requests of one route by one of these bearers, or by nobody. */
export function requests(route: Route, bearers: readonly string[], answered?: Answered): Arbitrary<FuzzedRequest> {
  const bodies = fc.oneof(
    { weight: 12, arbitrary: part(route.body, answered).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: hostile.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.tuple(part(route.body, answered), fc.nat(200)).map(([body, cut]) => (JSON.stringify(body) ?? '').slice(0, cut)) },
  );
  return fc
    .record({
      params: part(route.params, answered),
      query: part(route.query, answered),
      payload: route.method === 'POST' ? bodies : fc.constant(undefined),
      authorization: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('', ...bearers.map((bearer) => `Bearer ${bearer}`)) },
        { weight: 1, arbitrary: fc.constantFrom('Bearer x.y.z', 'Basic eA==') },
      ),
      surplus: fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), fc.string({ maxLength: 5 }), { maxKeys: 1 }),
    })
    .map(({ params, query, payload, authorization, surplus }) => {
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => encode((params as Record<string, unknown>)[name]));
      const pairs = Object.entries({ ...(query as object), ...surplus }).map(([name, value]) => `${encode(name)}=${encode(value)}`);
      return {
        method: route.method,
        url: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
        headers: { ...(authorization && { authorization }), ...(payload !== undefined && { 'content-type': 'application/json' }) },
        ...(payload !== undefined && { payload }),
      };
    });
}

/** Arguments of a socket event: in shape, hostile, too many, binary or none. */
export function eventArguments(schema: z.ZodMiniType): Arbitrary<unknown[]> {
  const binary = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  return fc.oneof(
    { weight: 5, arbitrary: part(schema).map((payload) => [payload]) },
    { weight: 3, arbitrary: fc.array(hostile, { maxLength: 3 }) },
    { weight: 1, arbitrary: binary.map((bytes) => [bytes, { inside: bytes }]) },
  );
}
