import { ERRORS, type ErrorCode } from '@vimarsh/shared/contract/errors.ts';

export interface FailOptions {
  /** A more exact sentence for the user than the code's own. */
  validation?: string;
  /** Where the client goes after dropping the session; set by itself for ended sessions. */
  redirect?: string;
  /** Which field is wrong and why. Never holds the value. */
  problems?: { path: string; message: string }[];
  /** Seconds. */
  retry_after?: number;
  /** How often a wrong code or password may still be followed by another. */
  tries_left?: number;
}

/** A failure with a stable code. Thrown anywhere below a handler; the platform turns it into the envelope. */
export class Fail extends Error {
  readonly code: ErrorCode;
  readonly options: FailOptions;

  constructor(code: ErrorCode, options: FailOptions = {}) {
    super(`${code}: ${ERRORS[code].engineer}`);
    this.name = 'Fail';
    this.code = code;
    this.options = options;
  }

  get http(): number {
    return ERRORS[this.code].http;
  }
}

/** Refuses one field of what was sent, with the sentence that its sender reads. */
export function refuseField(path: string, message: string): never {
  throw new Fail('BAD_REQUEST', { validation: message, problems: [{ path, message }] });
}
