import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

export interface Sealing {
  /** Encrypts for one place: what was sealed for another id can't be put here. */
  seal(plain: Uint8Array, id: string): Buffer;
  /** Throws when the bytes were changed, or sealed for another id or with another key. */
  open(sealed: Uint8Array, id: string): Buffer;
}

/** One key per purpose, so that a token or a sealed value of one kind never passes as another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`vimarsh/${purpose}/1`).digest();
}

/** Encrypts what a copy of the database must not tell. `purpose` names the feature: none opens what another sealed. */
export const sealingFor = (secret: string, purpose: string): Sealing => createSealing(deriveKey(secret, `seal ${purpose}`));

/** AES-256-GCM with a nonce per value: version, nonce, tag, text. `key`: 32 bytes. */
export function createSealing(key: Buffer): Sealing {
  return {
    seal(plain, id) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, id) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== VERSION) throw new Error('Sealed by a version this server does not know.');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE)).setAAD(Buffer.from(id));
      decipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE + TAG)), decipher.final()]);
    },
  };
}
