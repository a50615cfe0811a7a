/** Codes of answers that judge nothing: none came, none could be read, or the server itself failed. What was sent may be stored all the same. */
const UNKNOWN_END: ReadonlySet<string> = new Set(['UNREACHABLE', 'BAD_ANSWER', 'CANCELLED', 'INTERNAL', 'RETRY']);

/**
 * Whether the server judged the request, so that it is known what became of it. Where it did not, a form keeps what was typed and
 * says so where it stays: only a judgement is the failed status that empties a field (S8-ERR-20, S8-ERR-36).
 */
export const isCertain = ({ code }: { readonly code?: string }): boolean => !code || !UNKNOWN_END.has(code);
