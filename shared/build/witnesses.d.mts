/** Path of the witness's one file, from the repository's root. */
export declare const WITNESS: string;
export interface PlannedWitness {
  readonly name: string;
  readonly url: string;
  /** Its verifier key. */
  readonly key: string;
  readonly args: readonly string[];
}
/** Two witnesses of a demo in its data folder, and the server's setting that names them; null where none are wanted. Makes their keys. */
export function planWitnesses(
  portal: string,
  env?: Readonly<Record<string, string | undefined>>,
): Promise<{ witnesses: PlannedWitness[]; setting: string } | null>;
