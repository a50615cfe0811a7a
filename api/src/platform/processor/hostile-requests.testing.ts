import type { Route } from '@vimarsh/shared/contract/route.ts';
import fc from 'fast-check';
import * as z from 'zod/mini';

/* Requests with hostile texts, made from the contracts: a new route or field is in them by itself. */

/** A schema of the contract as JSON Schema. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

const PARTS = ['params', 'query', 'body'] as const;
type Part = (typeof PARTS)[number];

/** One text that a request may carry, such as `body.draft.rationale.sources[]`. */
interface TextPlace {
  readonly part: Part;
  readonly path: string;
  /** Characters it may have; null when its schema states no bound. */
  readonly max: number | null;
  /** A pattern says which characters it may have. */
  readonly patterned: boolean;
}

const schemaOf = (route: Route, part: Part): JsonSchema | null => {
  const schema = route[part];
  return schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : null;
};

const choicesOf = ({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] | undefined => anyOf ?? oneOf;
const patternsOf = ({ pattern, allOf = [] }: JsonSchema): string[] => [pattern, ...allOf.map((each) => each.pattern)].filter((each) => each !== undefined);
const isText = ({ type, const: constant, enum: values }: JsonSchema): boolean =>
  constant === undefined && values === undefined && [type].flat().includes('string');

/** Whether a pattern fits only texts up to some length: anchored at both ends, with no `*`, `+` or `{2,}`. */
export function isBoundedPattern(pattern: string): boolean {
  const withoutLiterals = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  return pattern.startsWith('^') && pattern.endsWith('$') && !/[*+]|\{\d+,\}/.test(withoutLiterals);
}

/** The longest text a bounded pattern takes is shorter than this. */
const LONGEST_PATTERNED = 100;

/** All texts of a route's input, and the arrays whose length has no bound. */
export function textsOf(route: Route): { texts: TextPlace[]; unbounded: string[] } {
  const texts: TextPlace[] = [];
  const unbounded: string[] = [];
  const walk = (part: Part, schema: JsonSchema, path: string): void => {
    for (const choice of choicesOf(schema) ?? []) walk(part, choice, path);
    for (const [name, property] of Object.entries(schema.properties ?? {})) walk(part, property, `${path}.${name}`);
    if (schema.items) {
      if (schema.maxItems === undefined) unbounded.push(`${path}[]`);
      walk(part, schema.items, `${path}[]`);
    }
    if (schema.additionalProperties && typeof schema.additionalProperties === 'object') unbounded.push(`${path}.*`);
    if (!isText(schema)) return;
    const patterns = patternsOf(schema);
    const max = schema.maxLength ?? (patterns.some(isBoundedPattern) ? LONGEST_PATTERNED : null);
    texts.push({ part, path, max, patterned: patterns.length > 0 });
    if (max === null) unbounded.push(path);
  };
  for (const part of PARTS) {
    const schema = schemaOf(route, part);
    if (schema) walk(part, schema, part);
  }
  return { texts, unbounded };
}

interface Choices {
  /** Which alternative of each union and enumeration is taken, counted round. */
  readonly variant: number;
  /** The text at a place, or undefined for one that reads as its name says. */
  readonly text: (path: string, schema: JsonSchema) => string | undefined;
  /** Whether a part that may be left out is there. */
  readonly has: (path: string) => boolean;
  /** How many items an array has, of so many that it may have. */
  readonly items: (most: number) => number;
  /** Values that read as real ones, by the name of their property. */
  readonly known: Readonly<Record<string, unknown>>;
}

/** A value in the shape of a schema. */
function exampleOf(schema: JsonSchema, path: string, choices: Choices): unknown {
  const pick = <T>(all: readonly T[]): T => all[choices.variant % all.length]!;
  const name = path.replace(/\[\]/g, '').split('.').at(-1)!;
  if (schema.const !== undefined) return schema.const;
  const alternatives = choicesOf(schema);
  if (alternatives) return exampleOf(pick(alternatives), path, choices);
  if (schema.properties) {
    const { properties, required = [] } = schema;
    const present = Object.entries(properties).filter(([key]) => required.includes(key) || choices.has(`${path}.${key}`));
    return Object.fromEntries(present.map(([key, property]) => [key, exampleOf(property, `${path}.${key}`, choices)]));
  }
  if (schema.items) {
    const items = schema.items;
    return Array.from({ length: choices.items(schema.maxItems ?? 100) }, () => exampleOf(items, `${path}[]`, choices));
  }
  if (isText(schema)) return choices.text(path, schema) ?? choices.known[path] ?? choices.known[name] ?? sampleOf(schema);
  if (path in choices.known || name in choices.known) return choices.known[path] ?? choices.known[name];
  if (schema.enum) return pick(schema.enum);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
}

const samples = new Map<string, string>();

function sampleOf(schema: JsonSchema): string {
  const [pattern] = patternsOf(schema);
  if (pattern === undefined) return 'A sentence of the length that people write, which gives a reason.'.slice(0, schema.maxLength);
  const sample = samples.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })[0]!;
  samples.set(pattern, sample);
  return sample;
}

export interface HostileRequest {
  /** Which text in which shape, for the message of a failure. */
  readonly what: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** Bytes of a body, of a query and of one parameter of a path that the HTTP server still reads. */
const ROOM: Readonly<Record<Part, number>> = { body: 250_000, query: 12_000, params: 100 };

const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

/** The longest beginning of a text that fits into an address. */
function fitting(text: string, part: Part): string {
  const each = part === 'body' ? JSON.stringify(text).length / text.length : encode(text).length / text.length;
  return text.slice(0, Math.floor(ROOM[part] / each));
}

/** A request of a route with these values in its parts. */
function requestOf(route: Route, what: string, { params, query, body }: Partial<Record<Part, unknown>>): HostileRequest {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encode((params as Record<string, unknown>)[name]));
  const pairs = Object.entries((query as object | undefined) ?? {}).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const url = pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
  if (route.method === 'GET') return { what, method: 'GET', url, headers: {} };
  if (route.files) return { what, method: 'POST', url, ...multipart(Object.entries((body as object | undefined) ?? {})) };
  return { what, method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body ?? {}) };
}

const BOUNDARY = 'end-of-a-part';

/** A form with files; what is a Buffer is one. */
export function multipart(fields: readonly (readonly [name: string, value: unknown])[]): Pick<HostileRequest, 'headers' | 'payload'> {
  const parts = fields.flatMap(([name, value]) => {
    const isFile = Buffer.isBuffer(value);
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${isFile ? '; filename="a.csv"' : ''}\r\n\r\n`;
    return [Buffer.from(head), isFile ? value : Buffer.from(String(value)), Buffer.from('\r\n')];
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

/** JSON that is no request of any contract: what it costs to find that out. */
const WRONG_JSON: Readonly<Record<string, () => string>> = {
  'an array of zeros': () => `[${'0,'.repeat(120_000)}0]`,
  'arrays in arrays': () => '['.repeat(120_000) + ']'.repeat(120_000),
  'objects in an array': () => `[${'{"a":1},'.repeat(30_000)}0]`,
  'objects in objects': () => `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
  'twenty thousand keys': () => JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 0]))),
  'a number of many digits': () => `[${'9'.repeat(240_000)}]`,
  'a text of escapes': () => `["${'\\u0061'.repeat(40_000)}"]`,
};

/** An array with the most items that the door lets through, none of them of the right kind. */
const wrongItems = (): number[] => Array.from({ length: 9_000 }, () => 0);

/** Which of several things a request takes, so that all have their turn while few requests are sent. */
export interface Turns {
  /** So many shapes for each text, of all that there are. */
  readonly shapes: number;
  /** Where to begin. */
  readonly seed: number;
}

/** Harmless and hostile requests of one route. */
export function* hostileRequests(
  route: Route,
  known: Choices['known'],
  shapes: Readonly<Record<string, (length: number) => string>>,
  turns: Turns,
): Generator<HostileRequest> {
  const { texts } = textsOf(route);
  const names = Object.keys(shapes);
  let turn = turns.seed;
  const next = (): string[] => Array.from({ length: turns.shapes }, () => names[turn++ % names.length]!);
  const plain: Choices = { variant: 0, text: () => undefined, has: () => false, items: () => 1, known };
  const make = (what: string, choices: Partial<Choices>): HostileRequest => {
    const values = PARTS.flatMap((part) => {
      const schema = schemaOf(route, part);
      return schema ? [[part, exampleOf(schema, part, { ...plain, ...choices })] as const] : [];
    });
    return requestOf(route, what, Object.fromEntries(values));
  };

  yield make('with harmless texts', {});
  // All of them at once: as much as a request may hold.
  for (const shape of texts.some(({ patterned }) => !patterned) ? next() : []) {
    const text = (path: string, schema: JsonSchema): string | undefined => {
      const place = texts.find((each) => each.path === path)!;
      return place.patterned ? undefined : shapes[shape]!(schema.maxLength ?? LONGEST_PATTERNED);
    };
    yield make(`every text of ${shape}`, { variant: turn, text, has: () => true, items: (most) => most });
  }
  for (const place of texts) {
    const on = (text: string): Partial<Choices> => ({ text: (path) => (path === place.path ? text : undefined), has: (path) => place.path.startsWith(path) });
    // In the others' good company, so that the rules of this one are reached.
    for (const shape of place.patterned ? [] : next())
      yield make(`${place.path} of ${shape}`, { variant: turn, ...on(shapes[shape]!(place.max ?? LONGEST_PATTERNED)) });
    // Beyond what its schema allows: to refuse it must be cheap, too.
    for (const shape of next())
      yield make(`${place.path} far too long, of ${shape}`, { variant: turn, ...on(fitting(shapes[shape]!(ROOM[place.part]), place.part)) });
  }
  if (!route.body || route.files) return;
  const { url } = make('', {});
  const json = (what: string, payload: string): HostileRequest => ({ what, method: 'POST', url, headers: { 'content-type': 'application/json' }, payload });
  const wrong = Object.keys(WRONG_JSON);
  for (let count = 0; count < Math.min(turns.shapes, wrong.length); count += 1) {
    const name = wrong[turn++ % wrong.length]!;
    yield json(name, WRONG_JSON[name]!());
  }
  for (const name of topArrays(route))
    yield json(`${name} of zeros`, JSON.stringify({ ...(exampleOf(schemaOf(route, 'body')!, 'body', plain) as object), [name]: wrongItems() }));
}

/** Payloads of a socket's event: its texts at their largest and beyond. */
export function* hostileBodies(
  schema: z.ZodMiniType,
  shapes: Readonly<Record<string, (length: number) => string>>,
  turns: Turns,
): Generator<{ what: string; body: unknown }> {
  const carrier: Route = { method: 'POST', path: '/', summary: '', access: 'open', body: schema, data: z.null() };
  for (const { what, payload } of hostileRequests(carrier, {}, shapes, turns)) {
    // Larger messages end the connection.
    if (payload !== undefined && payload.length < 60_000) yield { what, body: JSON.parse(String(payload)) };
  }
}

/** Properties of a body that are arrays. */
const topArrays = (route: Route): string[] => Object.entries(schemaOf(route, 'body')?.properties ?? {}).flatMap(([name, { items }]) => (items ? [name] : []));
