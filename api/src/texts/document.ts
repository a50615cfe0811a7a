import type { Block, TextDocument, TextSection, TextVersion } from '@vimarsh/shared/contract/texts/types.ts';
import { REGISTERED_NAME, REGISTRATION_NO } from '@vimarsh/shared/domain/text/disclosure.ts';
import { wordsOf } from '@vimarsh/shared/domain/text/text-words.ts';
import type { ReadText } from './read-text.ts';

/** One version of a text; its number is the name of its file. */
export interface Version extends ReadText {
  readonly version: string;
}

/** Whose page it is shown on. */
export interface DocumentReader {
  /** The brand: the partner's or ours. */
  readonly site: string;
  /** '' on our own site. */
  readonly broker: string;
  /** Whether its people see plans and prices. */
  readonly plans: boolean;
}

/** 1.10.0 is after 1.9.0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = left!.findIndex((part, index) => part !== right![index]);
  return at < 0 ? 0 : left![at]! - right![at]!;
}

/** Newest first. A version that takes effect on the same day as one with a lower number replaces it. */
const newestFirst = (versions: readonly Version[]): Version[] =>
  versions.toSorted((a, b) => b.effective.localeCompare(a.effective) || compareVersions(b.version, a.version));

/** Those from the first on that says another thing to who reads of no plan. What was written before it names plans and prices to everybody. */
function sincePartedOf(newest: readonly Version[]): readonly Version[] {
  const first = newest.findLastIndex(({ sections, withoutPlans }) => JSON.stringify(sections) !== JSON.stringify(withoutPlans));
  return first < 0 ? newest : newest.slice(0, first + 1);
}

/**
 * A text as a reader sees it: the version in force on that IST day, or the one asked for. Null when there is none: before the first
 * takes effect only who asks for it by its number reads it.
 */
export function documentOf(
  versions: readonly Version[],
  { today, reader, wanted }: { today: string; reader: DocumentReader; wanted?: string | undefined },
): TextDocument | null {
  const all = reader.plans ? newestFirst(versions) : sincePartedOf(newestFirst(versions));
  const current = all.find(({ effective }) => effective <= today);
  const shown = wanted === undefined ? current : all.find(({ version }) => version === wanted);
  if (!shown) return null;
  const stateOf = (one: Version): TextVersion['state'] => (one === current ? 'in-force' : one.effective > today ? 'coming' : 'past');
  const fill = filler(reader);
  const sectionsOf = (one: Version): readonly TextSection[] => (reader.plans ? one.sections : one.withoutPlans);
  return {
    title: fill(shown.title),
    intro: fill(shown.intro),
    version: shown.version,
    effective: shown.effective,
    state: stateOf(shown),
    owner: shown.owner,
    source: shown.source,
    sections: sectionsOf(shown).map((section) => filledSection(section, fill)),
    versions: all.map((one, index) => {
      const previous = all[index + 1];
      return {
        version: one.version,
        effective: one.effective,
        state: stateOf(one),
        changes: one.changes.map(fill),
        sections: previous ? changedSections(sectionsOf(previous), sectionsOf(one)).map(({ title, how }) => ({ title: fill(title), how })) : [],
      };
    }),
  };
}

/** Sections that differ, in the order of the newer text; removed ones last. */
export function changedSections(before: readonly TextSection[], after: readonly TextSection[]): TextVersion['sections'] {
  const find = (sections: readonly TextSection[], id: string) => sections.find((section) => section.id === id);
  const said = (section: TextSection): string => JSON.stringify(wordsOf(section));
  const present = after.flatMap((section): TextVersion['sections'] => {
    const old = find(before, section.id);
    if (!old) return [{ title: section.title, how: 'new' }];
    return said(old) === said(section) ? [] : [{ title: section.title, how: 'changed' }];
  });
  const gone = before.filter(({ id }) => !find(after, id)).map(({ title }): TextVersion['sections'][number] => ({ title, how: 'removed' }));
  return [...present, ...gone];
}

const NO_BROKER = 'the broker';

const filler =
  ({ site, broker }: DocumentReader) =>
  (words: string): string =>
    words
      .replaceAll('{site}', () => site)
      .replaceAll('{registered-name}', REGISTERED_NAME)
      .replaceAll('{registration-no}', REGISTRATION_NO)
      .replaceAll('{broker}', (_hole, at: number) => broker || (at === 0 || /[.?!]\s$/.test(words.slice(0, at)) ? 'The broker' : NO_BROKER));

function filledSection({ id, title, blocks, questions }: TextSection, fill: (words: string) => string): TextSection {
  const block = (one: Block): Block => {
    switch (one.kind) {
      case 'list':
      case 'numbered':
        return { ...one, items: one.items.map(fill) };
      case 'table':
        return { ...one, caption: fill(one.caption), head: one.head.map(fill), rows: one.rows.map((row) => row.map(fill)) };
      default:
        return { ...one, text: fill(one.text) };
    }
  };
  return {
    id,
    title: fill(title),
    blocks: blocks.map(block),
    questions: questions.map(({ answer, question, ...rest }) => ({ ...rest, question: fill(question), answer: answer.map(block) })),
  };
}
