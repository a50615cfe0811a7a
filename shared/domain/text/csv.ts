/** A cell of text: quoted, and never read as a formula by a spreadsheet. */
const textCell = (text: string): string => `"${text.replaceAll('"', '""').replace(/^\s*[=+\-@＝＋－＠]|^[\t\n\r]/, "'$&")}"`;

/** Rows as a CSV file (RFC 4180): numbers plain, what is missing empty. */
export const csv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map((cell) => (cell === null ? '' : typeof cell === 'number' ? String(cell) : textCell(cell))).join(',')}\r\n`).join('');
