import { keySet, phraseList } from './phrases.ts';
import { ASKS_ANYWHERE, ASKS_FIRST, OFFERS } from './tables/asking-words.ts';
import { DENIALS, WARNINGS } from './tables/assurance-words.ts';
import type { ReadText, Token } from './tokens.ts';

const WARNING = phraseList(WARNINGS);
const FIRST = phraseList(ASKS_FIRST);
const ANYWHERE = phraseList(ASKS_ANYWHERE);
const OFFER = phraseList(OFFERS);
const DENYING = keySet(DENIALS);
const DENIED_BEFORE = 6;
const DENIED_BEHIND = 4;
const ENDS_CLAUSE = new Set([',', ':', '–', '(', ')', 'but', 'lekin', 'par', 'magar', 'लेकिन', 'मगर', 'पर']);
/** “On” in Hindi, which is “but” elsewhere. */
const ON = new Set(['par', 'पर']);
/** Verbs that ask somebody to do a thing. */
const ASKING_TO = keySet([
  'karo',
  'kare',
  'karen',
  'kijiye',
  'kar lo',
  'aao',
  'aaiye',
  'aa',
  'bhejo',
  'likho',
  'milo',
  'judo',
  'करो',
  'करें',
  'कीजिए',
  'आओ',
  'आइए',
  'भेजो',
  'लिखो',
  'मिलो',
  'जुड़ो',
  'karte',
  'karenge',
  'milte',
]);
/** “No doubt guaranteed” denies nothing. */
const NO_DENIALS = new Set(['doubt', 'dout', 'worries', 'worry', 'tension', 'problem', 'shak', 'only', 'just', 'need', 'kidding', 'joke', 'matter']);

/** How each sentence of a text speaks: what it denies, warns against or asks. */
export class Manner {
  readonly #tokens: readonly Token[];
  readonly #warned = new Set<number>();
  readonly #asked = new Set<number>();
  readonly #asking = new Set<number>();
  readonly #offered = new Set<number>();

  constructor(read: ReadText, tokens: readonly Token[]) {
    this.#tokens = tokens;
    let sentence = -1;
    tokens.forEach((token, at) => {
      const isFirst = token.sentence !== sentence && token.kind === 'word';
      if (WARNING.at(tokens, at)) this.#warned.add(token.sentence);
      if (OFFER.at(tokens, at)) this.#offered.add(token.sentence);
      if (ANYWHERE.at(tokens, at) || (isFirst && FIRST.at(tokens, at))) this.#asking.add(token.sentence);
      if (isFirst) sentence = token.sentence;
      if (read.questions[token.sentence]) this.#asked.add(token.sentence);
    });
  }

  /** A word is denied in its clause: “there is no guarantee”, “guarantee nahi hai”. */
  isDenied(from: number, to: number, reach = DENIED_BEFORE): boolean {
    const tokens = this.#tokens;
    const { sentence } = tokens[from]!;
    const ends = (at: number): boolean => tokens[at] === undefined || tokens[at]!.sentence !== sentence || ENDS_CLAUSE.has(tokens[at]!.key);
    // “Double nahi hua to …” is a wager.
    const isWager = (at: number): boolean =>
      ['to', 'toh', 'तो'].includes(tokens[at + 2]?.key ?? '') &&
      ['hua', 'hui', 'hue', 'hoga', 'gaya', 'mila', 'हुआ', 'हुई', 'मिला'].includes(tokens[at + 1]?.key ?? '');
    const isDenial = (at: number): boolean => DENYING.has(tokens[at]!.key) && !NO_DENIALS.has(tokens[at + 1]?.key ?? '') && !isWager(at);
    for (let at = from - 1, words = 0; words < reach && !ends(at); at -= 1, words += 1) if (isDenial(at)) return true;
    // “WhatsApp par baat nahi karta”: here “par” is “on”, and what it speaks of is denied before anybody is asked to do it.
    const isOn = ON.has(tokens[to]?.key ?? '') && tokens[to]!.sentence === sentence;
    for (let at = isOn ? to + 1 : to, words = 0; words < DENIED_BEHIND && !ends(at); at += 1, words += 1) {
      if (isDenial(at)) return true;
      if (isOn && ASKING_TO.has(tokens[at]!.key)) return false;
    }
    return false;
  }

  /** A sentence warns: “beware of …”. */
  warns = (at: number): boolean => this.#warned.has(this.#tokens[at]!.sentence);

  /** A sentence has a question mark. */
  isMarked = (at: number): boolean => this.#asked.has(this.#tokens[at]!.sentence);

  /** A sentence asks by its words, and offers nothing. */
  asks = (at: number): boolean => this.#asking.has(this.#tokens[at]!.sentence);

  offers = (at: number): boolean => this.#offered.has(this.#tokens[at]!.sentence);
}
