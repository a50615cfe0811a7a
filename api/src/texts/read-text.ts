import type { Block, TextSection } from '@vimarsh/shared/contract/texts/types.ts';
import { lintCopy } from '@vimarsh/shared/domain/text/copy-lint.ts';
import { stringsOf, wordsOf } from '@vimarsh/shared/domain/text/text-words.ts';

/** A text as its file says it; names are not filled in yet. */
export interface ReadText {
  readonly title: string;
  readonly intro: string;
  readonly effective: string;
  readonly owner: string;
  readonly source: string;
  readonly changes: readonly string[];
  readonly sections: readonly TextSection[];
  /** What customers of a broker without plans read: they never see a plan or a price. */
  readonly withoutPlans: readonly TextSection[];
}

/** What is wrong with a file, in a sentence for whoever wrote it. */
export class BrokenText extends Error {}

/** The blocks of wording that several texts share, by its name; null for an unknown one. */
export type Shared = (name: string) => readonly Block[] | null;

/** Names that are filled in when the text is read. */
export const NAMES = ['site', 'broker', 'registered-name', 'registration-no'] as const;

interface Line {
  readonly text: string;
  readonly at: number;
}
/** Characters of a line, and of a paragraph or a point over several lines: what is judged takes time by its square. */
const LONGEST = 5_000;
const TOO_LONG = `more than ${LONGEST} characters without an empty line or a new point`;
const refuse = (at: number, why: string): never => {
  throw new BrokenText(`line ${at}: ${why}`);
};

/**
 * Reads a text: a head between two lines of `---`, then Markdown of a few kinds only, so that what is mistyped is refused by
 * its line and nothing is drawn that nobody meant. The README of this folder lists the kinds.
 */
export function readText(file: string, shared: Shared): ReadText {
  const { head, body } = divide(file);
  const one = (key: string): string => {
    const [value, ...more] = head.get(key) ?? [];
    if (!value || more.length > 0) throw new BrokenText(`the head needs one ${key}`);
    return value;
  };
  const effective = one('effective');
  if (!/^\d{4}-\d\d-\d\d$/.test(effective) || Number.isNaN(Date.parse(effective)) || new Date(effective).toISOString().slice(0, 10) !== effective)
    throw new BrokenText('effective must be a day such as 2026-11-20');
  const text = { title: one('title'), intro: one('intro'), owner: one('owner'), source: one('source'), effective, changes: head.get('changes') ?? [] };
  for (const key of head.keys()) if (!Object.hasOwn(text, key)) throw new BrokenText(`the head says ${key}, which no text has`);
  const sectionsFor = (reader: keyof typeof LEFT_OUT): TextSection[] => {
    const sections = readSections(linesFor(body, reader), shared);
    if (sections.length === 0) throw new BrokenText('there is no section; one begins with “## Title {#anchor}”');
    const ids = sections.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    if (twice) throw new BrokenText(`the anchor #${twice} stands twice`);
    return sections;
  };
  const read = { ...text, sections: sectionsFor('plans'), withoutPlans: sectionsFor('no-plans') };
  // Most of it is the same for both readers.
  for (const words of new Set([text.title, text.intro, ...text.changes, ...[...read.sections, ...read.withoutPlans].flatMap(wordsOf)])) judge(words);
  return read;
}

/** What a reader is not shown: the lines after a mark, until the next one. */
const LEFT_OUT = { plans: '{no-plans}', 'no-plans': '{plans}' } as const;
const MARKS: readonly string[] = [...Object.values(LEFT_OUT), '{all}'];

/** Lines of a text as a reader gets them. A mark stands on a line of its own and divides blocks, as an empty line does. */
function linesFor(body: readonly Line[], reader: keyof typeof LEFT_OUT): Line[] {
  let mark = '{all}';
  return body.flatMap((line) => {
    if (MARKS.includes(line.text)) {
      mark = line.text;
      return [{ ...line, text: '' }];
    }
    return mark === LEFT_OUT[reader] ? [] : [line];
  });
}

/** Wording that several texts share: blocks alone, under the same head. */
export function readShared(file: string): readonly Block[] {
  const { head, body } = divide(file);
  for (const key of ['source', 'owner', 'effective']) if (!head.get(key)?.[0]) throw new BrokenText(`the head needs one ${key}`);
  const blocks = readBlocks(body, () => null);
  for (const words of wordsOf({ id: '', title: '', blocks: [...blocks], questions: [] })) judge(words);
  return blocks;
}

function divide(file: string): { head: Map<string, string[]>; body: Line[] } {
  const lines = file.split(/\r?\n/).map((text, index) => ({ text: text.trimEnd(), at: index + 1 }));
  const long = lines.find(({ text }) => text.length > LONGEST);
  if (long) refuse(long.at, TOO_LONG);
  const end = lines.findIndex(({ text }, index) => index > 0 && text === '---');
  if (lines[0]?.text !== '---' || end < 0) throw new BrokenText('the head must stand between two lines of ---');
  const head = new Map<string, string[]>();
  let last: string[] | undefined;
  for (const { text, at } of lines.slice(1, end)) {
    const [, key, value] = /^([a-z]+):\s*(.*)$/.exec(text) ?? [];
    if (key !== undefined) {
      if (head.has(key)) refuse(at, `the head says ${key} twice`);
      last = value ? [value] : [];
      head.set(key, last);
    } else if (/^\s*- \S/.test(text) && last) last.push(text.replace(/^\s*- /, ''));
    else if (text !== '') refuse(at, 'the head has lines of “key: words” only');
  }
  return { head, body: lines.slice(end + 1) };
}

/** `Title {#anchor}` */
function titled({ text, at }: Line, marks: string): { id: string; title: string } {
  const [, title, id] = /^(.+?)\s+\{#([a-z0-9-]+)\}$/.exec(text.slice(marks.length).trim()) ?? [];
  if (!title || !id) return refuse(at, `“${marks}” needs a title and an anchor: ${marks} Title {#anchor}`);
  return { id, title };
}

function readSections(body: readonly Line[], shared: Shared): TextSection[] {
  const sections: TextSection[] = [];
  const cut = (lines: readonly Line[], marks: string): [Line | null, Line[]][] => {
    const parts: [Line | null, Line[]][] = [[null, []]];
    for (const line of lines) {
      if (line.text.startsWith(`${marks} `)) parts.push([line, []]);
      else parts.at(-1)![1].push(line);
    }
    return parts;
  };
  for (const [heading, lines] of cut(body, '##')) {
    if (!heading) {
      const stray = lines.find(({ text }) => text !== '');
      if (stray) refuse(stray.at, 'words stand in front of the first section');
      continue;
    }
    const [[, own], ...asked] = cut(lines, '###') as [[null, Line[]], ...[Line, Line[]][]];
    const questions = asked.map(([question, answer]) => {
      const { id, title } = titled(question, '###');
      return { id, question: title, answer: filled(readBlocks(answer, shared), question) };
    });
    const blocks = readBlocks(own, shared);
    sections.push({ ...titled(heading, '##'), blocks: questions.length > 0 ? [...blocks] : filled(blocks, heading), questions });
  }
  return sections;
}

function filled(blocks: readonly Block[], { at }: Line): Block[] {
  return blocks.length > 0 ? [...blocks] : refuse(at, 'nothing stands under this heading');
}

const KINDS = {
  list: /^- (.+)$/,
  numbered: /^\d+\. (.+)$/,
  fixed: /^> (.+)$/,
  table: /^\|(.+)\|$/,
} as const;
type Kind = keyof typeof KINDS | 'text';

/** Blocks are divided by empty lines. */
function readBlocks(lines: readonly Line[], shared: Shared): readonly Block[] {
  const blocks: Block[] = [];
  let group: Line[] = [];
  const end = (): void => {
    const [first] = group;
    if (first) {
      const read = readBlock(group, shared);
      if (read.flatMap(stringsOf).some(({ length }) => length > LONGEST)) refuse(first.at, TOO_LONG);
      blocks.push(...read);
    }
    group = [];
  };
  for (const line of lines) {
    if (line.text === '') end();
    else group.push(line);
  }
  end();
  return blocks;
}

function readBlock(lines: readonly Line[], shared: Shared): readonly Block[] {
  const { text: first, at } = lines[0]!;
  const [, name] = /^\{\{([a-z0-9@.-]+)\}\}$/.exec(first) ?? [];
  if (name) {
    if (lines.length > 1) refuse(at + 1, 'an empty line belongs after {{…}}');
    return shared(name) ?? refuse(at, `there is no shared wording {{${name}}}`);
  }
  if (/^(#|={3,}|-{3,}|\*|```|<|\t| {2})/.test(first) && !first.startsWith('**')) refuse(at, 'this kind of line is not known here');
  const kind: Kind = first.startsWith('Table: ') ? 'table' : ((Object.keys(KINDS) as (keyof typeof KINDS)[]).find((each) => KINDS[each].test(first)) ?? 'text');
  if (kind === 'table') return [readTable(lines)];
  if (kind === 'text') return [{ kind, text: lines.map(({ text }) => text).join(' ') }];
  const items: string[] = [];
  for (const line of lines) {
    const [, words] = KINDS[kind].exec(line.text) ?? [];
    if (words) items.push(words);
    else if (/^ {2,}\S/.test(line.text)) items[items.length - 1] += ` ${line.text.trim()}`;
    else refuse(line.at, 'a list ends with an empty line');
  }
  return kind === 'fixed' ? [{ kind, text: items.join(' ') }] : [{ kind, items }];
}

function readTable([titleLine, ...lines]: readonly Line[]): Block {
  const { text, at } = titleLine!;
  if (!text.startsWith('Table: ')) refuse(at, 'a table begins with the line “Table: what it shows”');
  const rows = lines.map((line) => {
    const [, cells] = KINDS.table.exec(line.text) ?? [];
    return (cells ?? refuse(line.at, 'every line of a table begins and ends with |')).split('|').map((cell) => cell.trim());
  });
  const [head, rule, ...body] = rows;
  if (!head || !rule?.every((cell) => /^-+$/.test(cell)) || body.length === 0) return refuse(at, 'a table needs a head, a line of |---| and rows');
  const uneven = body.findIndex((row) => row.length !== head.length || row[0] === '');
  if (uneven >= 0) refuse(lines[uneven + 2]!.at, `this row must have ${head.length} cells, the first of them with words`);
  return { kind: 'table', caption: text.slice('Table: '.length), head, rows: body };
}

/** What begins as a link's address and is none of this site. */
const LEADS_OUT = /\]\((?!\/(?!\/)[\w/.#?=&-]*\))[^)]*\)?/;

/** Refuses words that promise a result, names nobody fills in, and links that lead out of the portal. */
function judge(words: string): void {
  const promised = lintCopy(words)[0];
  if (promised) throw new BrokenText(`“${promised}” promises too much: ${words}`);
  if (words.includes('{{')) throw new BrokenText(`{{…}} must stand on a line of its own: ${words}`);
  for (const [hole, name] of words.matchAll(/\{([^{}]*)\}/g))
    if (!(NAMES as readonly string[]).includes(name!)) throw new BrokenText(`nothing fills ${hole} in: ${words}`);
  const out = LEADS_OUT.exec(words);
  if (out) throw new BrokenText(`a link with ${out[0].slice(1)} must lead to an address of this site, such as /retail-side/faq`);
}
