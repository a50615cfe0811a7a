import { printableLine, printableLines } from '@vimarsh/shared/domain/text/printable.ts';

/* All that commands print goes through here: file names, rows and errors come from outside. */

/** One line of the output. */
export const say = (line: string): void => void process.stdout.write(`${printableLine(line)}\n`);

/** A text of our own that may have several lines. */
export const sayLines = (text: string): void => void process.stdout.write(`${printableLines(text)}\n`);

/** The same as an error. */
export const complain = (text: string): void => void process.stderr.write(`${printableLines(text)}\n`);
