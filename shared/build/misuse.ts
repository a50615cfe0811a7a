import { ManifestProblem } from './modules.ts';

/** A command was asked for what it can't do; the message is a sentence for who typed it. */
export class Misuse extends Error {}

/**
 * What to say of a command that can't begin: an option it does not know or that lacks its value, an argument too many, a
 * `module.json` that can't be used. Null for every other error. Such a command ends with 2, one that was refused with 1.
 */
export function misuseOf(error: unknown): string | null {
  if (error instanceof Misuse || error instanceof ManifestProblem) return error.message;
  const { code, message } = error as { code?: unknown; message: string };
  // Node's further sentences explain how to escape a dash.
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS_') ? `${message.split(/\.\s/)[0]!.replace(/\.$/, '')}.` : null;
}

/** The only argument beside options; `usage` is the sentence for more or none. */
export function onlyOne(positionals: readonly string[], usage: string): string {
  if (positionals.length !== 1) throw new Misuse(usage);
  return positionals[0]!;
}
