/** Values of a route's `:name` segments; an absent optional one is not a key. */
export type Params = Readonly<Record<string, string>>;

/**
 * Matches a path (no query) against a pattern with `:name` and trailing `:name?` segments. Null when it does not match
 * or holds a broken escape. A trailing slash is ignored.
 */
export function matchRoute(pattern: string, path: string): Params | null {
  const want = segments(pattern);
  const have = segments(path);
  if (have.length > want.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of want.entries()) {
    const given = have[index];
    if (!part.startsWith(':')) {
      if (given !== part) return null;
    } else if (given !== undefined) {
      try {
        params[part.slice(1).replace('?', '')] = decodeURIComponent(given);
      } catch {
        return null;
      }
    } else if (!part.endsWith('?')) return null;
  }
  return params;
}

const segments = (path: string): string[] => path.split('/').filter(Boolean);
