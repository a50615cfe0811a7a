import * as z from 'zod/mini';
import { DataUnusable } from '../../platform/database/data-lock.ts';
import type { KeySeal } from './key-seal.ts';

/** A key of Vault's transit engine, which never leaves Vault. Without `VAULT_KEY` Vault is not asked. */
export interface VaultSettings {
  readonly VAULT_ADDR?: string | undefined;
  readonly VAULT_TOKEN?: string | undefined;
  /** Name of the key, or `<mount>/<name>` where the engine is not at `transit`. */
  readonly VAULT_KEY?: string | undefined;
}

/** Vault did not seal or open. The message says why and holds nothing that is secret. */
export class VaultFailed extends Error {}

/** A start ends within five seconds where Vault does not answer. */
const WAIT_MS = 3000;
/** Of an answer; a sealed key has about 100 bytes. */
const MOST_BYTES = 20_000;
const SEED_BYTES = 32;
const FORM = /^vault:v\d+:[A-Za-z0-9+/]+=*$/;

const encrypted = z.object({ data: z.object({ ciphertext: z.string().check(z.regex(FORM)) }) });
const decrypted = z.object({ data: z.object({ plaintext: z.string() }) });
const failure = z.object({ errors: z.array(z.string()) });

/** Whether a sealed key was sealed by Vault. */
export const isOfVault = (sealed: Uint8Array): boolean => FORM.test(Buffer.from(sealed).toString());

/**
 * Seals by HashiCorp Vault (or OpenBao), transit engine, with a key that knows associated data, as Vault's default aes256-gcm96 does: what
 * was sealed for one public key opens for no other. Null where the settings name no key. Throws VaultFailed.
 */
export function vaultSeal({ VAULT_ADDR = '', VAULT_TOKEN = '', VAULT_KEY }: VaultSettings): KeySeal | null {
  if (!VAULT_KEY) return null;
  const slash = VAULT_KEY.lastIndexOf('/');
  const [mount, name] = [slash < 0 ? 'transit' : VAULT_KEY.slice(0, slash), VAULT_KEY.slice(slash + 1)];
  const ask = async <T>(what: 'encrypt' | 'decrypt', body: Record<string, string>, form: z.ZodMiniType<T>): Promise<T> => {
    const { status, text } = await post(`${VAULT_ADDR.replace(/\/+$/, '')}/v1/${mount}/${what}/${name}`, VAULT_TOKEN, body);
    if (status !== 200) throw new VaultFailed(refusalOf(status, text));
    const read = z.safeParse(form, parsed(text));
    if (!read.success) throw new VaultFailed('Vault answered something else than its transit engine does');
    return read.data;
  };
  const bound = (public_key: string) => ({ associated_data: Buffer.from(public_key).toString('base64') });
  return {
    made: isOfVault,
    async seal(seed, public_key) {
      const { data } = await ask('encrypt', { plaintext: Buffer.from(seed).toString('base64'), ...bound(public_key) }, encrypted);
      return Buffer.from(data.ciphertext);
    },
    async open(sealed, public_key) {
      const { data } = await ask('decrypt', { ciphertext: Buffer.from(sealed).toString(), ...bound(public_key) }, decrypted);
      const seed = Buffer.from(data.plaintext, 'base64');
      if (seed.length !== SEED_BYTES) throw new VaultFailed('Vault opened something that is no key');
      return seed;
    },
  };
}

/**
 * Throws DataUnusable where the settings name a key of Vault that can't be used: a start says so before it makes anything. Vault seals a trial value, so address,
 * token and key are all tried.
 */
export async function findVault(settings: VaultSettings): Promise<void> {
  try {
    await vaultSeal(settings)?.seal(new Uint8Array(SEED_BYTES), 'trial');
  } catch (error) {
    if (!(error instanceof VaultFailed)) throw error;
    throw new DataUnusable(`${error.message}. See that it answers there, and that VAULT_ADDR, VAULT_TOKEN and VAULT_KEY are right.`);
  }
}

async function post(url: string, token: string, body: object): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-vault-token': token, 'x-vault-request': 'true', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // A token goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      if (text.length > MOST_BYTES) throw new Error('its answer is too long');
    }
    return { status: answer.status, text };
  } catch (error) {
    const { cause, name, message } = error as Error;
    const why = name === 'TimeoutError' ? `no answer for ${WAIT_MS / 1000} s` : cause instanceof Error ? cause.message : message;
    throw new VaultFailed(`Vault at ${new URL(url).host} could not be asked: ${why}`);
  }
}

/** Vault's own words are of its errors only, and of no value that was sent. */
function refusalOf(status: number, text: string): string {
  const said = z.safeParse(failure, parsed(text));
  const words = said.success ? said.data.errors.join('; ').slice(0, 200) : '';
  if (status === 403) return `Vault does not let VAULT_TOKEN use this key${words && ` (${words})`}`;
  if (status === 404) return `Vault has no transit engine where VAULT_KEY says${words && ` (${words})`}`;
  return `Vault answered ${status}${words && `: ${words}`}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
