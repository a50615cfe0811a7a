import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { addressProblem } from '../../platform/settings/address.ts';

/** A witness that co-signs heads of the log. */
export interface WitnessSetting {
  readonly name: string;
  /** Its verifier key, `name+1a2b3c4d+base64` (C2SP signed-note). */
  readonly key: string;
  /** Where `add-checkpoint` lies, without a slash at the end. */
  readonly url: string;
}

const COSIGNATURE = 4;

function read(entry: string): WitnessSetting | null {
  const [key = '', url = '', ...rest] = entry.trim().split(/\s+/);
  const parts = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(key);
  if (!parts || rest.length > 0 || addressProblem(url, ['https:', 'http:'], { allowed: /^[^?]*$/, words: '' }) !== null) return null;
  const typed = Buffer.from(parts[3]!, 'base64');
  const id = createHash('sha256').update(`${parts[1]}\n`).update(typed).digest('hex').slice(0, 8);
  return typed[0] === COSIGNATURE && id === parts[2] ? { name: parts[1]!, key, url: url.replace(/\/+$/, '') } : null;
}

/** `WITNESSES`: verifier key and address of each, separated by a space; several by commas. */
export const witnessSettings = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string): unknown[] =>
      text
        .split(',')
        .filter((entry) => entry.trim() !== '')
        .map(read),
    ),
    z.array(
      z.custom<WitnessSetting>(
        (value) => value !== null,
        'WITNESSES must be verifier keys of witnesses, each with a space and its address, separated by commas',
      ),
    ),
  ),
);
