import { DataUnusable } from '../../platform/database/data-lock.ts';

/** The stored record is not the one that was signed. `what` names the first difference and no level of a call. */
export class RecordDiffers extends DataUnusable {
  readonly what: string;

  constructor(what: string) {
    super(
      `The record of calls in the database is not the one that was signed: ${what}. Nothing is added to it. Find out who changed it, and put the database back from a backup.`,
    );
    this.what = what;
  }
}

export function differs(what: string): never {
  throw new RecordDiffers(what);
}
