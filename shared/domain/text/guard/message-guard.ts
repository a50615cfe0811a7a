import { createLexicon, type Lexicon, withWords } from './disguises.ts';
import type { FindingKind, Span } from './finding.ts';
import { findForbidden, GUARDED_WORDS, LONG_NAMES, readGuarded, SOLID_WORDS, STARRED } from './guard.ts';
import { type InstrumentNames, instrumentNames, type ListedInstrument } from './instruments.ts';
import { SENTENCES } from './sentences.ts';
import { findTip, type Tip, tipWords } from './tips.ts';

/** Why a text is not sent: its kind, a sentence to the sender, and the part of the text it speaks of. */
export interface Finding {
  readonly kind: FindingKind;
  readonly sentence: string;
  readonly span: Span;
  /** What a tip says, for the draft of a call. */
  readonly tip?: Tip;
}

const LEXICON = createLexicon([...GUARDED_WORDS, ...tipWords()], SOLID_WORDS, LONG_NAMES, STARRED);

const lexicons = new WeakMap<InstrumentNames, Lexicon>();

function lexiconOf(names: InstrumentNames): Lexicon {
  const lexicon = lexicons.get(names) ?? withWords(LEXICON, names.words);
  lexicons.set(names, lexicon);
  return lexicon;
}

/**
 * The first thing for which a message, a post, a comment or the name of a file is not sent, or null where it passes. Tips are looked
 * for among `instruments`; the same list each time is compiled once.
 */
export function guard(text: string, instruments: readonly ListedInstrument[]): Finding | null {
  const names = instrumentNames(instruments);
  const guarded = readGuarded(text, lexiconOf(names));
  const forbidden = findForbidden(guarded);
  const tip = forbidden ? null : findTip(guarded.read, guarded.tokens, guarded.manner, names.phrases);
  const found = forbidden ?? (tip && { kind: 'tip' as const, span: tip, tip: tip.tip });
  if (!found) return null;
  const { places } = guarded.read.folded;
  // One sign may stand for two digits: the part ends behind the whole of it.
  let end = found.span.to;
  while (end < places.length - 1 && places[end] === places[end - 1]) end += 1;
  const span = { from: places[found.span.from] ?? 0, to: places[end] ?? text.length };
  return { kind: found.kind, sentence: SENTENCES[found.kind], span, ...(tip && { tip: tip.tip }) };
}
