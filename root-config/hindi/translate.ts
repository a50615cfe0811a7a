/** Hindi by the English it stands for: `{0}` holds a figure or a quotation, `{a}` words. */
export type Sentences = Readonly<Record<string, string>>;

const MONTHS = {
  Jan: 'जनवरी',
  Feb: 'फ़रवरी',
  Mar: 'मार्च',
  Apr: 'अप्रैल',
  May: 'मई',
  Jun: 'जून',
  Jul: 'जुलाई',
  Aug: 'अगस्त',
  Sep: 'सितंबर',
  Oct: 'अक्टूबर',
  Nov: 'नवंबर',
  Dec: 'दिसंबर',
} as const;
const LONG_MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';
const WEEKDAYS = {
  Sunday: 'रविवार',
  Monday: 'सोमवार',
  Tuesday: 'मंगलवार',
  Wednesday: 'बुधवार',
  Thursday: 'गुरुवार',
  Friday: 'शुक्रवार',
  Saturday: 'शनिवार',
} as const;
const WEEKDAY = Object.keys(WEEKDAYS).join('|');
const MONTH = `${LONG_MONTH}|${Object.keys(MONTHS).join('|')}`;
const CLOCK = String.raw`\d\d:\d\d(?::\d\d)?(?: IST)?`;
const NUMBER = String.raw`\d(?:[\d,.]*\d)?`;
/** Quotations, days, times, and numbers with their sign, currency and unit: what no sentence of ours depends on. */
const FIGURE = new RegExp(
  [
    '“[^”]*”',
    String.raw`(?:(?:${WEEKDAY}), )?\d{1,2} (?:${MONTH})\b(?: \d{4})?(?:, ${CLOCK})?`,
    String.raw`(?:${LONG_MONTH}) \d{4}`,
    CLOCK,
    String.raw`[+−]?(?:₹ ?)?${NUMBER}(?:–₹?${NUMBER})?%?\+?(?: (?:L|Cr)\b)?`,
  ].join('|'),
  'g',
);
const HAS_LATIN = /[A-Za-z]/;

/** A figure as it is written in Hindi: the same digits, months and large units in words. */
const figure = (text: string): string =>
  text.startsWith('“')
    ? text
    : text
        .replace(new RegExp(String.raw`\b(?:${MONTH})\b`, 'g'), (month) => MONTHS[month.slice(0, 3) as keyof typeof MONTHS])
        .replace(new RegExp(String.raw`\b(?:${WEEKDAY})\b`, 'g'), (day) => WEEKDAYS[day as keyof typeof WEEKDAYS])
        .replace(/ L$/, ' लाख')
        .replace(/ Cr$/, ' करोड़');

const HOLE = /\{([0-9a-z])\}/g;
const filled = (text: string, values: ReadonlyMap<string, string>): string => text.replace(HOLE, (hole, name: string) => values.get(name) ?? hole);

interface Pattern {
  readonly regex: RegExp;
  readonly names: readonly string[];
  readonly hindi: string;
}

/** A sentence with words in its holes. Where two fit, the one that says more of itself is meant. */
function patternOf(english: string, hindi: string): Pattern {
  const names: string[] = [];
  const source = english
    .split(/(\{[0-9a-z]\})/)
    .map((part) => {
      const name = /^\{(.)\}$/.exec(part)?.[1];
      if (!name) return part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      names.push(name);
      return /\d/.test(name) ? `(${FIGURE.source})` : '(.+?)';
    })
    .join('');
  return { regex: new RegExp(`^${source}$`), names, hindi };
}

/** Enough for everything on a screen; prices change every second, so it is emptied when it is full. */
const MOST_KEPT = 4000;

/**
 * Says English of the interface in Hindi. What it doesn't know comes back as it was: whole, never half in one language.
 * Only lists (`a · b`) are said part by part, because a part of them may be a name.
 */
export function translator(lists: readonly Sentences[]): (text: string) => string {
  const known = new Map(lists.flatMap((list) => Object.entries(list)));
  const patterns = [...known]
    .filter(([english]) => /\{[a-z]\}/.test(english))
    .toSorted(([a], [b]) => b.replace(HOLE, '').length - a.replace(HOLE, '').length)
    .map(([english, hindi]) => patternOf(english, hindi));
  const kept = new Map<string, string | undefined>();

  /** Letters are left when the figures are taken out: something that could have been said. */
  const isFigures = (text: string): boolean => !HAS_LATIN.test(text.replace(FIGURE, ''));

  /** Said as it stands, with figures in its holes. */
  function plain(text: string): string | undefined {
    const said = known.get(text);
    if (said !== undefined) return said;
    if (isFigures(text)) return text.replace(FIGURE, figure);
    const figures: string[] = [];
    const template = text.replace(FIGURE, (found) => `{${figures.push(found) - 1}}`);
    const shape = figures.length > 0 ? known.get(template) : undefined;
    return shape === undefined ? undefined : filled(shape, new Map(figures.map((value, at) => [String(at), figure(value)])));
  }
  /** Said with words in its holes. */
  function shaped(text: string): string | undefined {
    for (const { regex, names, hindi } of patterns) {
      const found = regex.exec(text);
      if (!found) continue;
      return filled(hindi, new Map(names.map((name, at) => [name, /\d/.test(name) ? figure(found[at + 1]!) : word(found[at + 1]!)])));
    }
    return undefined;
  }
  const word = (text: string): string => sentences(text) ?? listed(text);

  /** Of several sentences, all or none. They are looked for before words in holes are, or a hole would swallow the next sentence. */
  function sentences(text: string): string | undefined {
    const whole = plain(text);
    if (whole !== undefined) return whole;
    const parts = text.split(/(?<=[.?!…]) (?=[A-Z“₹\d])/);
    if (parts.length === 1) return shaped(text);
    const said = parts.map((part) => plain(part) ?? shaped(part));
    return said.every((part) => part !== undefined) ? said.join(' ') : shaped(text);
  }
  const listed = (text: string): string =>
    text
      .split(/((?:^| )· )/)
      .map((part) => sentences(part) ?? part)
      .join('');

  return (text) => {
    if (!HAS_LATIN.test(text)) return text;
    if (kept.has(text)) return kept.get(text)!;
    const inner = text.trim().replace(/\s+/g, ' ');
    const found = word(inner);
    const said = found === inner ? text : text.replace(/^(\s*)[\s\S]*?(\s*)$/, (_, before: string, after: string) => before + found + after);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, said);
    return said;
  };
}
