import type { Route } from '@vimarsh/shared/contract/route.ts';
import { isCleanText } from '@vimarsh/shared/contract/text.ts';
import * as z from 'zod/mini';
import { isSeenWhole } from '../text/seen-text.ts';
import { Fail } from './fail.ts';

z.config(z.locales.en());

const MAX_PROBLEMS = 20;
type Problem = { path: string; message: string };

/** Parses one value by a schema of the contracts; throws BAD_REQUEST with a sentence per field and never a value. */
export function parseInput(schema: z.ZodMiniType, value: unknown): unknown {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  throw refuse(read.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })));
}

/** What a route receives: only parts it declares, parsed. All parts are checked, so one answer names every wrong field. */
export function receive(route: Route, given: { params: unknown; query: unknown; body: unknown }): { params: unknown; query: unknown; body: unknown } {
  const problems: Problem[] = [];
  const part = (name: 'params' | 'query' | 'body'): unknown => {
    const schema = route[name];
    if (!schema) return undefined;
    const read = z.safeParse(schema, given[name]);
    if (read.success) {
      const dirty = uncleanPath(read.data);
      if (dirty === null) return read.data;
      problems.push({ path: dirty, message: 'Contains hidden characters' });
      return undefined;
    }
    problems.push(...read.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })));
    return undefined;
  };
  const received = { params: part('params'), query: part('query'), body: part('body') };
  if (problems.length > 0) throw refuse(problems, route.method === 'GET' || route.fromAddress ? misread(problems[0]!) : undefined);
  return received;
}

/** A page that asks by itself has no form, so the sentence names what would be marked there. */
function misread({ path }: Problem): string {
  const [name] = path.split('.');
  return name ? `“${name.slice(0, 40)}” in the address was not understood.` : 'The address was not understood.';
}

const refuse = (problems: Problem[], validation?: string): Fail =>
  new Fail('BAD_REQUEST', { ...(validation && { validation }), problems: problems.slice(0, MAX_PROBLEMS) });

/** Where text that is not clean stands in parsed input, as a dotted path; null when nowhere. Walks without recursion: depth is the client's choice. */
function uncleanPath(root: unknown): string | null {
  const queue: { value: unknown; path: string }[] = [{ value: root, path: '' }];
  for (let at = 0; at < queue.length; at += 1) {
    const { value, path } = queue[at]!;
    if (typeof value === 'string') {
      if (!isCleanText(value) || !isSeenWhole(value)) return path;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (!isCleanText(key) || !isSeenWhole(key)) return path;
        // A path deeper than any contract says nothing to anybody.
        queue.push({ value: inner, path: path.length > 100 ? path : path ? `${path}.${key}` : key });
      }
    }
  }
  return null;
}

/** Levels of arrays and objects in a JSON body. Contracts have at most six. */
const MAX_JSON_DEPTH = 32;
/** Values in a JSON body, counting every item and property. The largest request of a contract has about 500. */
const MAX_JSON_VALUES = 10_000;

/** JSON as bytes → value. Refuses bytes that are not UTF-8, keys that reach for prototypes, and more levels or values than any contract has. An empty body is no body. */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Fail('BAD_JSON');
  }
  checkJson(value);
  return value;
}

/**
 * Stops at the first level or value too many, so its time does not depend on the size of the body. A reviver in JSON.parse would
 * call a function for each value and cost forty times the parsing.
 */
function checkJson(root: unknown): void {
  let values = 0;
  let level: object[] = isObject(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) throw new Fail('BAD_JSON');
    const next: object[] = [];
    for (const container of level) {
      if (Object.hasOwn(container, '__proto__')) throw new Fail('BAD_JSON');
      const inner: unknown[] = Array.isArray(container) ? container : Object.values(container);
      values += inner.length;
      if (values > MAX_JSON_VALUES) throw new Fail('BAD_JSON');
      for (const value of inner) if (isObject(value)) next.push(value);
    }
    level = next;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
