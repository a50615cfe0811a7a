import type { Block, TextDocument } from '@vimarsh/shared/contract/texts/types.ts';
import { copyIn, openPdfium, type Pdfium, written } from './pdfium.ts';

/** A4 in points. */
const PAGE = { width: 595, height: 842, margin: 56, foot: 34 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
const INDENT = 18;

type Face = 'plain' | 'bold';
interface Piece {
  readonly x: number;
  readonly words: string;
  readonly face: Face;
  readonly size: number;
}
/** What stands beside each other, `before` points below the row above it. */
interface Row {
  readonly before: number;
  readonly height: number;
  readonly pieces: readonly Piece[];
  /** A heading goes to the next page with what it heads. */
  readonly keep?: true;
}
type Measure = (words: string, face: Face, size: number) => number;

/** What is written: sections with their titles, which are numbered where somebody refers to them. */
export interface Words extends Pick<TextDocument, 'title' | 'intro'> {
  readonly sections: readonly Pick<TextDocument['sections'][number], 'title' | 'blocks' | 'questions'>[];
  readonly numbered: boolean;
  /** The words have marks of emphasis and links, which are for screens; without, a `[` is a `[`. */
  readonly marked: boolean;
  /** What stands at the foot of each page, before its number. */
  readonly foot: string;
}

/**
 * Words as a PDF that can be searched, on A4. The letters are those every reader of PDFs has; the signs they lack are written as people
 * write them without.
 */
export async function wordsPdf(text: Words): Promise<Uint8Array> {
  const pdfium = await writer();
  try {
    return write(pdfium, text);
  } catch (error) {
    // What a file half written leaves behind is nobody's next file.
    standing = null;
    throw error;
  }
}

/** Opening PDFium costs more than a file. One writes this many, and goes before what each leaves in its memory adds up. */
const FILES_EACH = 100;
let standing: { readonly opened: Promise<Pdfium>; left: number } | null = null;

function writer(): Promise<Pdfium> {
  if (!standing || standing.left === 0) {
    const opened = openPdfium();
    opened.catch(() => {
      standing = null;
    });
    standing = { opened, left: FILES_EACH };
  }
  standing.left -= 1;
  return standing.opened;
}

function write(pdfium: Pdfium, text: Words): Uint8Array {
  const made = pdfium.FPDF_CreateNewDocument();
  const fonts = { plain: pdfium.FPDFText_LoadStandardFont(made, 'Helvetica'), bold: pdfium.FPDFText_LoadStandardFont(made, 'Helvetica-Bold') };
  pdfium.EPDF_SetMetaText(made, 'Title', copyIn(pdfium, utf16(inHelvetica(text.title))));
  const pages = paged(rowsOf(text, measure(pdfium, fonts)));
  for (const [index, rows] of pages.entries()) {
    const page = pdfium.FPDFPage_New(made, index, PAGE.width, PAGE.height);
    const put = (piece: Piece, y: number): void => {
      const object = pdfium.FPDFPageObj_CreateTextObj(made, fonts[piece.face], piece.size);
      pdfium.FPDFText_SetText(object, copyIn(pdfium, utf16(piece.words)));
      pdfium.FPDFPageObj_Transform(object, 1, 0, 0, 1, piece.x, y);
      pdfium.FPDFPage_InsertObject(page, object);
    };
    let y = PAGE.height - PAGE.margin;
    for (const [at, row] of rows.entries()) {
      y -= row.height + (at === 0 ? 0 : row.before);
      for (const piece of row.pieces) put(piece, y);
    }
    const foot = `${inHelvetica(text.foot)} · page ${index + 1} of ${pages.length}`;
    put({ x: PAGE.margin, words: foot, face: 'plain', size: 8 }, PAGE.foot);
    pdfium.FPDFPage_GenerateContent(page);
    pdfium.FPDF_ClosePage(page);
  }
  const file = written(pdfium, made);
  pdfium.FPDF_CloseDocument(made);
  return file;
}

const unmarked = (words: string): string => words.replace(/\*\*|\[|\]\(\/[^)]*\)/g, '');
/** ₹ and − are not among the standard letters. */
const inHelvetica = (words: string): string => words.replaceAll('₹', 'Rs ').replaceAll('−', '–');

const utf16 = (words: string): Uint8Array => new Uint8Array(Buffer.from(`${words}\0`, 'utf16le'));

/** Widths in the fonts themselves, each letter asked for once. */
function measure(pdfium: Pdfium, fonts: Readonly<Record<Face, number>>): Measure {
  const at = pdfium.pdfium.wasmExports.malloc(4);
  const known = new Map<string, number>();
  const widthOf = (letter: string, face: Face): number => {
    const key = face + letter;
    let width = known.get(key);
    if (width === undefined) {
      pdfium.FPDFFont_GetGlyphWidth(fonts[face], letter.codePointAt(0)!, 100, at);
      width = Number(pdfium.pdfium.getValue(at, 'float')) / 100;
      known.set(key, width);
    }
    return width;
  };
  return (words, face, size) => [...words].reduce((sum, letter) => sum + widthOf(letter, face), 0) * size;
}

function rowsOf({ title, intro, sections, numbered, marked }: Words, measured: Measure): Row[] {
  const plain = (words: string): string => inHelvetica(marked ? unmarked(words) : words);
  const rows: Row[] = [];
  const lines = (words: string, { x = 0, face = 'plain', size = 10, before = 6, mark = '', keep = false } = {}): void => {
    for (const [at, line] of wrapped(plain(words), WIDTH - x, (part) => measured(part, face as Face, size)).entries()) {
      const piece: Piece = { x: PAGE.margin + x, words: line, face: face as Face, size };
      const pieces: Piece[] = at === 0 && mark ? [{ ...piece, x: PAGE.margin, words: mark }, piece] : [piece];
      rows.push({ before: at === 0 ? before : 0, height: size * 1.45, pieces, ...(keep && { keep: true as const }) });
    }
  };
  const table = (row: readonly string[], face: Face): void => {
    const width = WIDTH / row.length;
    const cells = row.map((cell) => wrapped(plain(cell), width - 12, (part) => measured(part, face, 9)));
    const most = Math.max(...cells.map((cell) => cell.length));
    for (let line = 0; line < most; line += 1) {
      const pieces = cells.flatMap((cell, column): Piece[] =>
        line < cell.length ? [{ x: PAGE.margin + column * width, words: cell[line]!, face, size: 9 }] : [],
      );
      rows.push({ before: line === 0 ? 5 : 0, height: 13, pieces });
    }
  };
  const block = (one: Block): void => {
    if (one.kind === 'text') lines(one.text);
    if (one.kind === 'fixed') lines(one.text, { face: 'bold', before: 8 });
    if (one.kind === 'list') for (const item of one.items) lines(item, { x: INDENT, mark: '•', before: 4 });
    if (one.kind === 'numbered') for (const [at, item] of one.items.entries()) lines(item, { x: INDENT, mark: `${at + 1}.`, before: 4 });
    if (one.kind !== 'table') return;
    lines(one.caption, { face: 'bold', size: 9, before: 8, keep: true });
    table(one.head, 'bold');
    for (const row of one.rows) table(row, 'plain');
  };
  lines(title, { face: 'bold', size: 18 });
  lines(intro);
  for (const [at, section] of sections.entries()) {
    lines(numbered ? `${at + 1}. ${section.title}` : section.title, { face: 'bold', size: 12, before: 18, keep: true });
    for (const one of section.blocks) block(one);
    for (const { question, answer } of section.questions) {
      lines(question, { face: 'bold', before: 10, keep: true });
      for (const one of answer) block(one);
    }
  }
  return rows;
}

/** Lines no wider than `width`. A word that is longer than a line goes on in the next. */
export function wrapped(words: string, width: number, measured: (words: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const put = (word: string): void => {
    const longer = line ? `${line} ${word}` : word;
    if (measured(longer) <= width) {
      line = longer;
      return;
    }
    if (line) lines.push(line);
    line = '';
    for (const letter of word) {
      if (line && measured(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  };
  for (const word of words.split(/\s+/).filter(Boolean)) put(word);
  return line ? [...lines, line] : lines;
}

const ROOM = PAGE.height - 2 * PAGE.margin;

/** Rows by page; a heading is never the last of one. */
function paged(rows: readonly Row[]): Row[][] {
  const pages: Row[][] = [[]];
  let used = 0;
  for (const [at, row] of rows.entries()) {
    const page = pages.at(-1)!;
    const next = row.keep ? (rows[at + 1]?.height ?? 0) + (rows[at + 1]?.before ?? 0) : 0;
    const needs = row.height + (page.length ? row.before : 0);
    if (page.length && used + needs + next > ROOM) {
      pages.push([row]);
      used = row.height;
    } else {
      page.push(row);
      used += needs;
    }
  }
  return pages;
}
