/** The part of a dependency-cruiser rule that laws use. */
export interface Rule {
  readonly name: string;
  readonly from: { readonly path?: Pattern; readonly pathNot?: Pattern };
  readonly to: {
    readonly path?: Pattern;
    readonly pathNot?: Pattern;
    readonly dynamic?: boolean;
    readonly circular?: boolean;
    readonly dependencyTypes?: readonly string[];
    readonly dependencyTypesNot?: readonly string[];
  };
}
type Pattern = string | readonly string[];

/** Compiled once: a list of files is a long pattern, tried without each of them against every import. */
const compiled = new Map<string, RegExp>();
function expression(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(pattern);
  compiled.set(pattern, known);
  return known;
}

const whole = (pattern: Pattern): string => (typeof pattern === 'string' ? pattern : pattern.join('|'));

/** Whether a rule forbids an import, as dependency-cruiser judges it. */
export function matches(
  { from, to }: Rule,
  source: string,
  { resolved, dynamic, dependencyTypes }: { readonly resolved: string; readonly dynamic: boolean; readonly dependencyTypes: readonly string[] },
): boolean {
  const groups = from.path === undefined ? [] : expression(whole(from.path)).exec(source);
  if (!groups) return false;
  const filled = (pattern: Pattern) => expression(whole(pattern).replace(/\$(\d)/g, (_, at: string) => groups[Number(at)] ?? ''));
  return (
    (from.pathNot === undefined || !expression(whole(from.pathNot)).test(source)) &&
    (to.path === undefined || filled(to.path).test(resolved)) &&
    (to.pathNot === undefined || !filled(to.pathNot).test(resolved)) &&
    (to.dynamic === undefined || to.dynamic === dynamic) &&
    (!to.dependencyTypes || to.dependencyTypes.some((type) => dependencyTypes.includes(type))) &&
    !to.dependencyTypesNot?.some((type) => dependencyTypes.includes(type))
  );
}

/** A rule without each of its alternatives in turn, and without each of its conditions that stands alone. */
export function* weakenings(rule: Rule): Generator<[without: string, Rule]> {
  for (const side of ['from', 'to'] as const)
    for (const [key, value] of Object.entries(rule[side])) {
      const changed = (to: unknown): Rule => ({ ...rule, [side]: { ...rule[side], [key]: to } });
      if (key === 'path' || key === 'pathNot')
        for (const [what, pattern] of withoutOne(whole(value as Pattern))) yield [`${side}.${key} without ${what}`, changed(pattern)];
      else if (Array.isArray(value) && value.length > 1)
        for (const one of value) yield [`${side}.${key} without ${one}`, changed(value.filter((other) => other !== one))];
      if (key !== 'path' && !(Array.isArray(value) && value.length > 1)) yield [`${side} without ${key}`, changed(undefined)];
    }
}

/** A pattern without each of its alternatives in turn, at any depth; a group that stands alone as a condition, (?!…) or (…)?, is one. */
export function* withoutOne(pattern: string): Generator<[what: string, without: string]> {
  const open: { start: number; bars: number[] }[] = [{ start: 0, bars: [] }];
  for (let at = 0; at <= pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (char === '[') at = pattern.indexOf(']', at);
    else if (char === '|') open.at(-1)!.bars.push(at);
    else if (char === '(') {
      const head = /^\((\?[:!=])?/.exec(pattern.slice(at))![0];
      open.push({ start: at + head.length, bars: [] });
    } else if (char === ')' || char === undefined) {
      const { start, bars } = open.pop()!;
      const ends = [start - 1, ...bars, at];
      if (bars.length > 0)
        for (let index = 0; index < bars.length + 1; index += 1) {
          const [from, to] = [ends[index]! + 1, ends[index + 1]!];
          // The first goes with the bar behind it, another with the bar before it.
          yield [pattern.slice(from, to), index === 0 ? pattern.slice(0, from) + pattern.slice(to + 1) : pattern.slice(0, from - 1) + pattern.slice(to)];
        }
      else if (char && (pattern.slice(start - 2, start) === '?!' || pattern[at + 1] === '?')) {
        const head = pattern.lastIndexOf('(', start - 1);
        const tail = pattern[at + 1] === '?' ? at + 2 : at + 1;
        yield [pattern.slice(head, tail), pattern.slice(0, head) + pattern.slice(tail)];
      }
    }
  }
}
