/** What is to be made of a file: a JPEG at most `side` px wide and high, or a PDF of pictures of its pages. */
export type FileOrder = { make: 'picture'; side: number } | { make: 'pdf' };

/** Limits of one file: bytes of resident memory, ms of processor time and of the clock. */
export interface Bounds {
  memory: number;
  processor: number;
  clock: number;
}

/** Pages of a PDF that are drawn. */
export const MOST_PAGES = 10;

/** Why nothing was made; the process that takes the file apart ends with the number as its code. */
export const REFUSALS = { damaged: 40, locked: 41, pages: 42 } as const;
export type FileRefusal = keyof typeof REFUSALS;

export class NotTaken extends Error {
  readonly why: FileRefusal | 'heavy';
  constructor(why: FileRefusal | 'heavy') {
    super(why);
    this.why = why;
  }
}
