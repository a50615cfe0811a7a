/** Options of an experiment with their defaults, which say what each takes: a number, a text, a switch, or texts that may be repeated. */
export type Options = Readonly<Record<string, number | string | boolean | readonly string[]>>;

export interface Experiment<Own extends Options = Options> {
  /** One line of the list. */
  readonly does: string;
  readonly takes: string;
  /** Beside what `npm ci` installs. */
  readonly needs: string;
  readonly options: Own;
  /** The option that may be given without its name. */
  readonly first?: string;
  /** Prints what it sees. Whether everything held. */
  start(options: Own): Promise<boolean>;
}

/** An experiment that can't begin as it was asked for; the message is all that is printed. */
export class Refusal extends Error {}
