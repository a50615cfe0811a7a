export interface QueryError {
  /** Code of `contract/errors.ts`, or UNREACHABLE, BAD_ANSWER; LATE: no answer yet, after 8 s. */
  readonly code: string;
  /** Sentence for the user. */
  readonly text: string;
  readonly requestId: string;
}
