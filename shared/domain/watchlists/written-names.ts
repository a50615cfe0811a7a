import { withoutUnseen } from '../../contract/plain-digits.ts';

/** `="TCS"`: the form in which exports keep a spreadsheet from reading a code as a number. Only a plain text is taken out of it. */
const TEXT_FORMULA = /^="([^"=+@]*)"$/;
/** `NSE:TCS`, `NSE_EQ|INE467B01029`, `BSE: TCS`. */
const EXCHANGE_BEFORE = /^X?(?:NSE|BSE|NFO|NSECM|BSECM|NSEI)(?:_EQ|_CM|_INDEX)? ?[:|] ?/;
/** Series and exchange behind a symbol, each once: `TCS-EQ`, `TCS.NS`, `TCS:NSE`, `SBIN-BE`, `TCS NSE`, `TCS IN EQUITY`. */
const EXCHANGE_BEHIND = /(?:[.:]| ?- ?| )(?:NS|BO|NSE|BSE|NSI|IN|IN EQUITY)$/;
const SERIES_BEHIND = /[-_ ](?:EQ|BE|BZ|BL|SM|ST|T0)$/;
/** Words of companies that are written, shortened or left out. */
const COMPANY_WORDS = /\b(?:LIMITED|LTD|LT|THE|AND|CO|COMPANY|INDIA)\b/g;
/** No code or name is longer. A cell of a file can be as long as a line, so it is measured before anything reads it. */
const LONGEST = 120;

/** A cell without what files and pages put around and between its letters, in capitals; '' where it is too long to be a name. */
export function plainCell(written: string): string {
  const text = written.length > LONGEST ? '' : written.normalize('NFKC');
  // Some signs stand for whole sentences, of up to eighteen letters each.
  if (text.length > LONGEST) return '';
  return withoutUnseen(text)
    .trim()
    .replace(TEXT_FORMULA, '$1')
    .replace(/^'/, '')
    .replace(/&AMP;|&#38;|%26/gi, '&')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}

/** A symbol or ISIN without exchange and series around it; `cell` is plain. */
export const bareCode = (cell: string): string => cell.replace(EXCHANGE_BEFORE, '').replace(EXCHANGE_BEHIND, '').replace(SERIES_BEHIND, '');

/** Letters and digits of a symbol: tools write `_`, `.`, a blank or nothing for its `&` and `-`. */
export const symbolKey = (code: string): string => code.replace(/[^A-Z0-9]/g, '');

/** A company's name without the words and signs that each tool writes in its own way; `name` is plain. */
export const companyKey = (name: string): string =>
  name
    .replace(/[’'.]/g, '')
    .replace(COMPANY_WORDS, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');
