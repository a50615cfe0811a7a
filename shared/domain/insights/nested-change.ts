/**
 * The difference between two JSON values, so that only that has to be sent. A change is the new value itself or, where both
 * sides are objects with the same keys or lists of the same length, `{"~": {key: change}}` with the differences inside.
 */
const INSIDE = '~';
type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
const isNested = (change: unknown): change is { [INSIDE]: Tree } => isTree(change) && INSIDE in change;

/** Changes by key; undefined when nothing differs. Both must be JSON, without a key `~`. */
export function nestedChange(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return undefined;
  if (!isTree(before) || !isTree(after) || !haveSameKeys(before, after)) return after;
  const inside = insideOf(before, after);
  return Object.keys(inside).length === 0 ? undefined : { [INSIDE]: inside };
}

/** The changes inside an object, by key. An added key is a change; a removed one is not reported. */
export const insideOf = (before: Tree, after: Tree): Tree =>
  Object.fromEntries(
    Object.entries(after).flatMap(([key, value]) => {
      const change = nestedChange(before[key], value);
      return change === undefined ? [] : [[key, change]];
    }),
  );

/** The object after changes inside it. */
export const withInside = <T extends object>(before: T, inside: Tree): T => withChange(before, { [INSIDE]: inside }) as T;

/** The value after the change. `before` itself is not modified. */
export function withChange(before: unknown, change: unknown): unknown {
  if (!isNested(change) || !isTree(before)) return change;
  const after = (Array.isArray(before) ? [...before] : { ...before }) as Tree;
  for (const [key, inner] of Object.entries(change[INSIDE])) after[key] = withChange(before[key], inner);
  return after;
}

function haveSameKeys(before: Tree, after: Tree): boolean {
  if (Array.isArray(before) !== Array.isArray(after)) return false;
  const keys = Object.keys(before);
  return keys.length === Object.keys(after).length && keys.every((key) => key in after);
}
