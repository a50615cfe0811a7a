/** A field by the names and numbers that lead to it. */
export type FieldPath = readonly (string | number)[];

/** Every field of a JSON value, lists as a whole beside their parts, in their order. */
export function fieldsOf(value: unknown, path: FieldPath = []): FieldPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const parts = Array.isArray(value) ? value.map((part, at) => [at, part] as const) : Object.entries(value);
  return [...(Array.isArray(value) && value.length > 0 ? [path] : []), ...parts.flatMap(([name, part]) => fieldsOf(part, [...path, name]))];
}

/** A copy with another value in one field: another digit or letter in the middle of a text, the next number, a list without its last. */
export function withAltered<Value>(value: Value, [name, ...rest]: FieldPath): Value {
  if (name === undefined) return other(value) as Value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
  copy[name] = withAltered(copy[name], rest);
  return copy as Value;
}

/** `calls.0.shown.levels.1` as `shown.levels.#`: fields of one kind have one name, in whatever a checker gets. */
export const fieldName = (path: FieldPath): string =>
  path
    .map((part) => (typeof part === 'number' ? '#' : part))
    .join('.')
    .replace(/^calls\.#\./, '')
    .replace(/^authors\.#\./, 'author.');

function other(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, -1);
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'x';
  if (value === '') return 'x';
  const at = Math.floor(value.length / 2);
  return value.slice(0, at) + otherCharacter(value[at]!) + value.slice(at + 1);
}

/** Another value of the same kind, so that a hash stays hex and a time a time where it can. */
function otherCharacter(character: string): string {
  if (/\d/.test(character)) return String((Number(character) + 1) % 10);
  if (/[a-e]/.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1);
  return character === 'a' ? 'b' : 'a';
}
