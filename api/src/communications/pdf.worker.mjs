import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import PDFDocument from 'pdfkit';

/* Writes lines on A4: Latin letters in the font every reader has, Devanagari shaped in a font that goes along. One file after the other. */

const PAGE = { margin: 50, size: 9.5, line: 13.5, foot: 30, indent: 14 };
const DEVANAGARI = createRequire(import.meta.url).resolve('@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff');
/** Joiners belong to the letters around them. */
const RUNS = /[\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\u20b9\u200c\u200d]+|[^\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\u20b9\u200c\u200d]+/g;
const isDevanagari = (run) => /^[\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\u20b9\u200c\u200d]/.test(run);
/** What the standard font has (WinAnsi); any other letter is written by its number, so that nothing is lost unseen. */
const LATIN =
  /[^\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]/gu;
const plain = (text) =>
  text
    .normalize('NFC')
    .replaceAll('\u2212', '\u2013')
    .replace(/[^\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\u20b9\u200c\u200d]+/g, (part) =>
      part.replace(LATIN, (letter) => `[U+${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`),
    );

async function write({ title, foot, entries, continued }) {
  const made = new PDFDocument({ size: 'A4', margin: 0, compress: true, info: { Title: title }, autoFirstPage: false });
  const chunks = [];
  made.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise((done) => made.once('end', done));
  made.registerFont('devanagari', DEVANAGARI);
  const known = new Map();
  const font = (run) => made.font(isDevanagari(run) ? 'devanagari' : 'Helvetica').fontSize(PAGE.size);
  const measure = (word) => {
    let sum = known.get(word);
    if (sum === undefined) {
      sum = 0;
      for (const run of word.match(RUNS) ?? []) sum += font(run).widthOfString(run);
      if (known.size > 20_000) known.clear();
      known.set(word, sum);
    }
    return sum;
  };
  let pages = 0;
  let y = Number.POSITIVE_INFINITY;
  const put = (text, left) => {
    if (y > 841.89 - PAGE.margin - PAGE.line) {
      made.addPage();
      pages += 1;
      made.font('Helvetica').fontSize(7.5);
      made.text(`${plain(foot)} · page ${pages}`, PAGE.margin, 841.89 - PAGE.foot, { lineBreak: false });
      y = PAGE.margin;
    }
    let x = left;
    for (const run of text.match(RUNS) ?? []) {
      font(run);
      made.text(run, x, isDevanagari(run) ? y - 3 : y, { lineBreak: false });
      x += measure(run);
    }
    y += PAGE.line;
  };
  const space = measure(' ');
  const sign = `${continued} `;
  const whole = 595.28 - 2 * PAGE.margin;
  const rest = whole - PAGE.indent - measure(sign);
  for (const entry of entries) {
    let isFirst = true;
    /** Every line of an entry but its first carries the sign, so that no words of a person stand where an entry begins. */
    const putNext = (line) => {
      if (isFirst) put(line, PAGE.margin);
      else put(`${sign}${line}`, PAGE.margin + PAGE.indent);
      isFirst = false;
    };
    for (const text of entry.map(plain)) {
      let line = '';
      let used = 0;
      const add = (word) => {
        const wide = measure(word);
        if (line && used + space + wide > (isFirst ? whole : rest)) {
          putNext(line);
          line = '';
          used = 0;
        }
        line = line ? `${line} ${word}` : word;
        used += (used ? space : 0) + wide;
      };
      for (const word of text.split(/\s+/).filter(Boolean)) {
        // A word longer than a line goes on in the next.
        const most = Math.max(1, Math.floor((word.length * rest) / Math.max(1, measure(word))) - 1);
        if (measure(word) <= rest) add(word);
        else for (let at = 0; at < word.length; at += most) add(word.slice(at, at + most));
      }
      putNext(line);
    }
  }
  made.end();
  await ended;
  return Buffer.concat(chunks);
}

parentPort.on('message', async (wish) => {
  try {
    const bytes = Uint8Array.from(await write(wish));
    parentPort.postMessage({ bytes }, [bytes.buffer]);
  } catch (error) {
    parentPort.postMessage({ error: error instanceof Error ? error.stack : String(error) });
  }
});
