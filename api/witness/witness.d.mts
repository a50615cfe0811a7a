import type { KeyObject } from 'node:crypto';
import type { Server } from 'node:http';

/** The last head that was co-signed. `root` in base64; `note` with the log's signature and the witness's own. */
export interface WitnessedHead {
  readonly size: number;
  readonly root: string;
  readonly at: string;
  readonly note: string;
}

export interface WitnessState {
  /** `before`: keys that were followed by others; what they sign counts for heads that were co-signed already. base64url. */
  readonly log?: { readonly origin: string; readonly keys: readonly string[]; readonly before?: readonly string[] };
  readonly since?: string;
  readonly head?: WitnessedHead;
  readonly refused?: { readonly at: string; readonly why: string; readonly note: string };
}

export interface WitnessStore {
  read(): WitnessState;
  write(state: WitnessState): void;
}

/** The body of `POST add-checkpoint`. */
export interface Submission {
  readonly old: number;
  readonly proof: readonly Buffer[];
  readonly note: string;
}

/** `status` as C2SP tlog-witness has it; `why` is null where nothing is refused; `size`: the last one co-signed, with 409; `line`: the co-signature. */
export interface Verdict {
  readonly status: number;
  readonly why: string | null;
  readonly size?: number;
  readonly line?: string;
}

export interface WitnessOptions {
  readonly name: string;
  readonly key: KeyObject;
  readonly store: WitnessStore;
  readonly origin: string;
  /** The log's keys, 32 bytes each. */
  readonly keys: readonly Buffer[];
  readonly before?: readonly Buffer[];
  /** The keys as the log publishes them now; without it the key is not followed when it changes. */
  readonly keyList?: (() => Promise<unknown>) | null;
  readonly say?: (words: string) => void;
  readonly now?: () => number;
}

export class Witness {
  constructor(options: WitnessOptions);
  readonly verifierKey: string;
  readonly origin: string;
  state(): WitnessState;
  add(submission: Submission, seen?: boolean): Verdict;
  follow(note: string, seen?: boolean): Promise<Verdict | null>;
}

export function keysAfter(trusted: readonly string[], list: unknown): { readonly keys: readonly string[]; readonly why: string | null };

export function verifierKey(name: string, type: number, raw: Buffer): string;
export function verifierKeyOf(name: string, key: KeyObject): string;
export function readLogKey(text: string): Buffer;
export function readSubmission(body: string): Submission | null;
export function consistent(m: number, n: number, proof: readonly Buffer[], a: Buffer, b: Buffer): boolean;
export function cosign(name: string, key: KeyObject, text: string, seconds: number): string;
export function fileStore(path: string): WitnessStore;
export function keyIn(path: string): KeyObject;
export function tilePath(level: number, n: number, width: number): string;
export function proofFromTiles(m: number, n: number, tile: (level: number, n: number, width: number) => Promise<Buffer>): Promise<Buffer[]>;
export function look(witness: Witness, log: string, again?: number): Promise<Verdict>;
/** Runs as the command line says. */
export function run(): Promise<void>;
/** `say` hears what kept it from answering. */
export function serve(witness: Witness, say?: (words: string) => void): Server;
