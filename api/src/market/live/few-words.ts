/** The longest text of somebody else that is passed on. */
const LONGEST = 200;
/** A part of a text without a blank that is longer is a key, a token or an address more often than a word. */
const LONGEST_WORD = 30;
/** So many texts are passed on at a time. */
const MOST = 3;

/** Passes on the first few texts of a time, and then how many more there were. */
export class FewWords {
  readonly #tell: (words: string) => void;
  readonly #within: number;
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** `within`: the time, ms. */
  constructor(tell: (words: string) => void, within = 60_000) {
    this.#tell = tell;
    this.#within = within;
  }

  say(words: string): void {
    this.look();
    this.#count++;
    if (this.#count <= MOST) this.#tell(words);
  }

  /** Tells of those that were left out once their time is over. */
  look(): void {
    if (performance.now() - this.#since < this.#within) return;
    if (this.#count > MOST) this.#tell(`${this.#count - MOST} more texts`);
    this.#since = performance.now();
    this.#count = 0;
  }
}

/** A text of somebody else for the log: short, on one line, without secrets however they are written, addresses, or anything that may be either. */
export function cleaned(text: string, secrets: readonly string[]): string {
  let words = text.replaceAll(/\S*:\/\/\S*/g, '…');
  for (const secret of secrets) if (secret) words = words.replaceAll(anyWritingOf(secret), '…');
  return words
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(new RegExp(`\\S{${LONGEST_WORD + 1},}`, 'g'), '…')
    .slice(0, LONGEST);
}

/** Each character as it is or in percent, in capitals or not. */
function anyWritingOf(secret: string): RegExp {
  const each = [...secret].map((character) => {
    const inPercent = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const plain = `\\u{${character.codePointAt(0)!.toString(16)}}`;
    return `(?:${plain}|${inPercent.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}${character === ' ' ? '|\\+' : ''})`;
  });
  return new RegExp(each.join(''), 'gu');
}
