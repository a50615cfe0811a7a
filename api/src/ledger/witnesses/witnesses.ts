import { type Checkpoint, isCheckpointSigned } from '@vimarsh/shared/domain/log/checkpoint.ts';
import { consistencyProof } from '@vimarsh/shared/domain/log/tree.ts';
import { latestHead, logOrigin, tileOf } from '../log/log.store.ts';
import type { HeadRow, LedgerDatabase } from '../tables.ts';
import { lastCheckpointOf, offer, type WitnessAnswer } from './witness.client.ts';
import type { WitnessSetting } from './witness-settings.ts';
import { lastSize, storeCosignature, storeRefusal } from './witnesses.store.ts';

/** How often a new head is looked for; a head follows each daily root. */
const EVERY_MS = 15_000;
/** After one that could not be offered, or was refused: growing pauses. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 300_000;
/** One that was started a moment later than this server is nothing to speak of. */
const SAID_AFTER_MS = 8_000;
/** Heads that one offer goes through while the log grows; then it is offered again after a pause. */
const MOST_HEADS = 8;
/** How long a witness may take to show the head that it holds. */
const SHOWN_WAIT_MS = 10_000;

export interface WitnessesOptions {
  /** Told once for each head a witness refuses. */
  readonly onRefusal: (name: string, why: string) => void;
  /** A witness that does not answer, or a database that doesn't: nothing is said against the log. */
  readonly onSilence: (name: string, why: string) => void;
  /** Asked after each refusal: it may be that the witness is right. */
  readonly onDoubt?: (witness: WitnessSetting) => Promise<void>;
  /** The record's own keys, base64url: a head that a witness shows proves something where one of these signed it. */
  readonly keys: () => Promise<readonly string[]>;
  readonly every?: number;
}

/**
 * Offers each new head of the log to the witnesses, one loop a witness: a slow one holds up no other, and nobody who signs or asks. The
 * latest head is offered at each start too, so that a server whose record was changed meanwhile hears it from them.
 */
export class Witnesses {
  readonly #db: LedgerDatabase;
  readonly #witnesses: readonly WitnessSetting[];
  readonly #options: WitnessesOptions;
  readonly #loops = new Map<string, { timer?: NodeJS.Timeout; offered: string; pause: number; quiet: boolean; running: Promise<void> }>();
  /** Who refuses the latest head, and why. */
  readonly #refusing = new Map<string, string>();
  /** Who says something against the log that nobody signed. */
  readonly #unproven = new Map<string, string>();
  #ended = false;

  constructor(db: LedgerDatabase, witnesses: readonly WitnessSetting[], options: WitnessesOptions) {
    this.#db = db;
    this.#witnesses = witnesses;
    this.#options = options;
  }

  /** One sentence for each that refuses the latest head. */
  refusals(): string[] {
    return [...this.#refusing].map(([name, why]) => `the witness ${name} refuses the head of the log: ${why}`);
  }

  /** What somebody should look at: refusals, and words that prove nothing. */
  remarks(): string[] {
    return [...this.refusals(), ...[...this.#unproven].map(([name, why]) => `the witness ${name} ${why}`)];
  }

  start(): void {
    for (const witness of this.#witnesses) {
      this.#loops.set(witness.key, { offered: '', pause: 0, quiet: false, running: Promise.resolve() });
      this.#next(witness, 0);
    }
  }

  async stop(): Promise<void> {
    this.#ended = true;
    for (const { timer } of this.#loops.values()) clearTimeout(timer);
    await Promise.all([...this.#loops.values()].map(({ running }) => running));
  }

  /** Offers a head to one witness, and a later one where the witness is ahead of it. Returns its answer; null where there is no head. */
  async offerTo(witness: WitnessSetting, head: HeadRow | null): Promise<WitnessAnswer | null> {
    if (!head) return null;
    const { answer, judged } = await this.#askUpTo(witness, head);
    if (answer.kind === 'unproven') this.#unproven.set(witness.name, answer.why);
    else if (answer.kind !== 'silent') this.#unproven.delete(witness.name);
    if (answer.kind === 'cosigned') {
      await storeCosignature(this.#db, witness, judged.size, answer.line, answer.at);
      this.#refusing.delete(witness.name);
    }
    if (answer.kind === 'refused') {
      await storeRefusal(this.#db, witness, judged, answer.why);
      if (this.#refusing.get(witness.name) !== answer.why) this.#options.onRefusal(witness.name, answer.why);
      this.#refusing.set(witness.name, answer.why);
      await this.#options.onDoubt?.(witness);
    }
    return answer;
  }

  /**
   * A witness also reads the site by itself, and the log grows meanwhile, so it may hold more entries than the offered head has. The latest
   * head, read after its answer, has them too unless they were cut off. Whether it begins with them, the witness says of the offered proof. The
   * number that it answers with is signed by nobody: what it says against the log counts where it shows a head that the log itself signed.
   */
  async #askUpTo(witness: WitnessSetting, first: HeadRow): Promise<{ answer: WitnessAnswer; judged: HeadRow }> {
    let judged = first;
    for (let heads = 0; heads < MOST_HEADS; heads += 1) {
      const answer = await this.#ask(witness, judged);
      if (answer.kind !== 'holds') return { answer, judged };
      const shown = await this.#signedHeadAt(witness, judged);
      // Read after both: what the log has grown by meanwhile is here.
      const latest = await latestHead(this.#db);
      if (latest && latest.size > judged.size) {
        judged = latest;
        continue;
      }
      const now = latest ?? { size: 0, root: '' };
      const why = shown && whatItShows(shown, now);
      const said = `says that it holds ${answer.size} entries, the log has ${now.size}, and it shows no head of them that the log has signed`;
      return { answer: why ? { kind: 'refused', why } : { kind: 'unproven', why: said }, judged: latest ?? judged };
    }
    return { answer: { kind: 'silent', why: 'the log grew with each offer' }, judged };
  }

  /** The head that a witness shows as its last, where a key of the record signed it; null for any other. */
  async #signedHeadAt(witness: WitnessSetting, { note }: HeadRow): Promise<Checkpoint | null> {
    const head = await lastCheckpointOf(witness, logOrigin(note), SHOWN_WAIT_MS);
    if (!head) return null;
    const signed = await Promise.all((await this.#options.keys()).map((key) => isCheckpointSigned(head, key)));
    return signed.includes(true) ? head : null;
  }

  /** Answers that it `holds` as many entries as the head or more as they are; what that means, only the latest head tells. */
  async #ask(witness: WitnessSetting, { size, note }: HeadRow): Promise<WitnessAnswer> {
    const from = async (old: number): Promise<WitnessAnswer> =>
      offer(witness, old, await consistencyProof(old, size, (...place) => this.#tile(...place)), note);
    const thought = Math.min(await lastSize(this.#db, witness), size);
    const first = await from(thought);
    if (first.kind !== 'holds') return first;
    // It may have been told by another node, or by whoever else.
    const second = first.size < size && first.size !== thought ? await from(first.size) : first.size === size && thought !== size ? await from(size) : first;
    if (second.kind !== 'holds' || second.size >= size) return second;
    return { kind: 'silent', why: `it says that it holds ${second.size} entries, and does not go on from there` };
  }

  async #tile(level: number, n: number, width: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await tileOf(this.#db, level, n, width);
    if (!bytes) throw new Error(`The log has no tile ${level}/${n}`);
    return Uint8Array.from(bytes);
  }

  #next(witness: WitnessSetting, ms: number): void {
    const loop = this.#loops.get(witness.key)!;
    if (this.#ended) return;
    loop.timer = setTimeout(() => {
      loop.running = this.#round(witness)
        .catch((error: Error) => this.#options.onSilence(witness.name, error.message))
        .then(() => this.#next(witness, loop.pause || (this.#options.every ?? EVERY_MS)));
    }, ms);
    loop.timer.unref();
  }

  async #round(witness: WitnessSetting): Promise<void> {
    const loop = this.#loops.get(witness.key)!;
    const head = await latestHead(this.#db);
    if (!head || loop.offered === head.note) return;
    const answer = await this.offerTo(witness, head);
    if (answer?.kind === 'cosigned') {
      Object.assign(loop, { offered: head.note, pause: 0, quiet: false });
      return;
    }
    loop.pause = Math.min(LONGEST_PAUSE_MS, loop.pause * 2 || FIRST_PAUSE_MS);
    if (answer?.kind === 'silent' && !loop.quiet && loop.pause >= SAID_AFTER_MS) {
      loop.quiet = true;
      this.#options.onSilence(witness.name, answer.why);
    }
  }
}

/** What a head that the log signed says against the log as it is; null where both stand beside each other. */
function whatItShows(shown: Checkpoint, { size, root }: Pick<HeadRow, 'size' | 'root'>): string | null {
  if (shown.size > size) return `it co-signed ${shown.size} entries, and the log has ${size} now: some were cut off`;
  const other = shown.size === size && Buffer.from(shown.root, 'base64').toString('hex') !== root;
  return other ? `it co-signed another tree of ${size} entries` : null;
}
