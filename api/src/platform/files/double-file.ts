import type { FileKind } from './declared.ts';

/** Where the list of a zip ends: its four signs, and 22 bytes with the length of the remark behind them. */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_TAIL = 22;
const LONGEST_REMARK = 65_535;
/** Beginnings of what a browser runs. */
const PAGES = ['<script', '<!doctype html', '<svg xmlns'];

/**
 * Whether a file is a second one, too: another program opens the same bytes as a PDF, a zip or a page. What is kept is drawn anew and holds
 * nothing of that; who sends such a file is told all the same.
 */
export function isDoubleFile(bytes: Uint8Array, kind: FileKind): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (endsAsZip(view)) return true;
  if (kind !== 'pdf') return view.includes('%PDF-', 0, 'latin1') || holdsPage(view);
  // A PDF may speak of pages in its texts; behind its end there is nothing to speak of.
  const end = view.lastIndexOf('%%EOF', undefined, 'latin1');
  return end >= 0 && holdsPage(view.subarray(end));
}

function endsAsZip(view: Buffer): boolean {
  const at = view.lastIndexOf(ZIP_END);
  if (at < 0 || at + ZIP_TAIL > view.length || view.length - at - ZIP_TAIL > LONGEST_REMARK) return false;
  return at + ZIP_TAIL + view.readUInt16LE(at + ZIP_TAIL - 2) === view.length;
}

function holdsPage(view: Buffer): boolean {
  const text = view.toString('latin1').toLowerCase();
  return PAGES.some((beginning) => text.includes(beginning));
}
