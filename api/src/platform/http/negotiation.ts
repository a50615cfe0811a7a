/** How the server packs what it sends, the smaller first. */
export type Packing = 'br' | 'gzip';
const PACKINGS: readonly Packing[] = ['br', 'gzip'];

/** A weight as RFC 9110, 12.4.2 writes it: `0.8`. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** The values of a header that weighs its list, in lower case: `gzip;q=0.5, BR` → gzip 0.5, br 1. A weight that can't be read counts as 0. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (name === '') continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(name, Math.max(weights.get(name) ?? 0, WEIGHT.test(weight) ? Number(weight) : 0));
  }
  return weights;
}

/**
 * The packings an `Accept-Encoding` prefers to the plain bytes, best first. Plain bytes are what is left, also where the header
 * refuses them: an answer that may be unreadable helps more than none.
 */
export function packingsFor(header: string | string[] = ''): readonly Packing[] {
  if (header.length === 0) return [];
  const weights = weightsOf(String(header));
  const others = weights.get('*') ?? 0;
  const plain = weights.get('identity') ?? 0;
  const weightOf = (packing: Packing): number => weights.get(packing) ?? (packing === 'gzip' ? weights.get('x-gzip') : undefined) ?? others;
  return PACKINGS.filter((packing) => weightOf(packing) > 0 && weightOf(packing) >= plain).sort((a, b) => weightOf(b) - weightOf(a));
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** What an `Accept` says of a page: it names HTML, or it asks for JSON and would not take HTML in its place; any other client gets what there is. */
export function pageOrJson(header = ''): 'page' | 'json' | 'either' {
  const weights = weightsOf(header);
  const takes = (type: string): boolean => (weights.get(type) ?? 0) > 0;
  if (takes('text/html')) return 'page';
  const namesJson = [...weights].some(([type, weight]) => weight > 0 && JSON_TYPE.test(type));
  return namesJson && !takes('text/*') && !takes('*/*') ? 'json' : 'either';
}

/** An entity tag of an `If-None-Match`: `W/"x"`, `"y"`. */
const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/** Whether an `If-None-Match` names this tag, in quotes. A weak tag is as good as a strong one here (RFC 9110, 13.1.2). */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  for (const [, known] of header.matchAll(ENTITY_TAG)) if (known === tag) return true;
  return false;
}
