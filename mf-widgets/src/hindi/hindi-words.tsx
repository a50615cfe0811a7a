import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import type { Words } from '../insight/words.tsx';
import { filled } from './filled.ts';
import { type Dictionary, keyOf } from './hindi-texts.ts';

/** A day, a number, or what somebody wrote, in its quotation marks. */
const FIGURE = /“[^”]*”|\d+ [A-Z][a-z]{2} \d{4}|\d+(?:[.,]\d+)*/g;

/** Words by a dictionary. The server's numbers and quotations are taken out of its sentences, and put into their translation. */
export function hindiBy(dictionary: Dictionary): Words {
  const find = (text: string): string | undefined => (Object.hasOwn(dictionary, keyOf(text)) ? dictionary[keyOf(text)] : undefined);
  const dated = (text: string): string => text.replace(/^(\d+ )([A-Z][a-z]{2})(?= \d{4})/, (_, at, month) => at + (find(month) ?? month));
  const one = (text: string): string | undefined => {
    let count = 0;
    const found = find(text) ?? find(text.replace(FIGURE, () => `{${count++}}`));
    return found && filled(found, (text.match(FIGURE) ?? []).map(dated));
  };
  /** Also of lists, `a · b` or `a and b`, whose members may have a value: `a: up`. Figures and days need no translation. */
  const figureOf = (text: string): string | undefined => (/[a-z]{2}/.test(dated(text)) ? undefined : dated(text));
  const whole = (text: string): string | undefined => {
    const known = one(text);
    if (known) return known;
    const said = text.split(/( · |: | and )/).map((part, at) => (at % 2 ? part.replace('and', find('and') ?? 'and') : (one(part) ?? figureOf(part))));
    return said.length > 1 && said.every((part) => part !== undefined) ? said.join('') : undefined;
  };
  const toldPlain = (text: string): string => whole(text) ?? dated(text);
  return {
    lang: 'hi',
    say: (text, ...values) => filled(find(text) ?? text, values),
    told: (text) => {
      const said = toldPlain(text);
      return said === text && /[a-z]{2}/.test(text) ? <span lang="en">{text}</span> : said;
    },
    toldPlain,
    day: (value) => dated(formatDay(value)),
    time: (instant) => dated(formatIst(instant)),
  };
}
