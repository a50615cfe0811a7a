import { createHash } from 'node:crypto';
import { type Checkpoint, cosignedAt, readCheckpoint, readWitnessKey } from '@vimarsh/shared/domain/log/checkpoint.ts';
import type { Bytes } from '@vimarsh/shared/domain/log/tree.ts';
import { textOf } from '../../platform/text/text-of.ts';
import type { WitnessSetting } from './witness-settings.ts';

export type WitnessAnswer =
  /** The line that co-signs, and when. */
  | { readonly kind: 'cosigned'; readonly line: string; readonly at: Date }
  /** It holds another head than was thought: that of so many entries. */
  | { readonly kind: 'holds'; readonly size: number }
  /** It will not co-sign this head; the words name no content of the log. */
  | { readonly kind: 'refused'; readonly why: string }
  /** What it says of the heads it holds speaks against the log, and nothing signed stands behind it. */
  | { readonly kind: 'unproven'; readonly why: string }
  /** It did not answer as a witness does, which says nothing about the log. */
  | { readonly kind: 'silent'; readonly why: string };

const WAIT_MS = 10_000;
/** Of an answer; a co-signature has about 150 bytes. */
const MOST_BYTES = 10_000;

const REFUSALS: Readonly<Record<number, string>> = {
  403: 'it knows the log by another key than the one that signed this head',
  404: 'it does not know a log of this name',
  422: 'what it co-signed before is not the beginning of this log',
};

/** Offers a head to a witness (C2SP tlog-witness). */
export async function offer(witness: WitnessSetting, old: number, proof: readonly Bytes[], note: string): Promise<WitnessAnswer> {
  const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
  try {
    const answer = await fetch(`${witness.url}/add-checkpoint`, {
      method: 'POST',
      body: `old ${old}\n${lines}\n${note}`,
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return await understand(witness, { status: answer.status, text: await textOf(answer, MOST_BYTES), old, note });
  } catch (error) {
    return { kind: 'silent', why: (error as Error).cause instanceof Error ? ((error as Error).cause as Error).message : (error as Error).message };
  }
}

/** The head of this log that a witness shows as its last, with the log's own signature; null where it shows none in time. */
export async function lastCheckpointOf({ url }: WitnessSetting, origin: string, within: number): Promise<Checkpoint | null> {
  const signal = AbortSignal.timeout(within);
  // C2SP's address; a witness of ours from before has it at the second alone.
  for (const place of [createHash('sha256').update(origin).digest('hex'), '']) {
    try {
      const answer = await fetch(`${url}/${place && `${place}/`}checkpoint`, { redirect: 'error', signal });
      if (answer.ok) return readCheckpoint(await textOf(answer, MOST_BYTES));
    } catch {
      return null;
    }
  }
  return null;
}

interface Heard {
  readonly status: number;
  readonly text: string;
  readonly old: number;
  readonly note: string;
}

async function understand(witness: WitnessSetting, { status, text, old, note }: Heard): Promise<WitnessAnswer> {
  if (status === 409 && /^\d{1,15}\n?$/.test(text)) return { kind: 'holds', size: Number(text) };
  // Without a proof to doubt, what does not fit is the root.
  if (status === 422 && readCheckpoint(note)?.size === old) return { kind: 'refused', why: `it co-signed another tree of ${old} entries` };
  const why = REFUSALS[status];
  if (why) return { kind: 'refused', why };
  if (status !== 200) return { kind: 'silent', why: `it answered ${status}` };
  const known = await readWitnessKey(witness.key);
  // It may hold several keys and sign with each.
  for (const line of text.split('\n').filter((one) => one.startsWith('— '))) {
    const head = readCheckpoint(`${note}${line}\n`);
    const at = head && known && (await cosignedAt(head, known));
    if (at) return { kind: 'cosigned', line: `${line}\n`, at };
  }
  return { kind: 'silent', why: 'its co-signature is not by the key that is set for it' };
}
