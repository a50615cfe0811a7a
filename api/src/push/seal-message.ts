import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { Subscription } from '@vimarsh/shared/contract/push/types.ts';

/** What is drawn anew for each message. */
export interface Drawn {
  readonly salt: Buffer;
  /** Private key on P-256, 32 bytes. */
  readonly key: Buffer;
}

const RECORD = 4096;
const draw = (): Drawn => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { salt: randomBytes(16), key: pair.getPrivateKey() };
};
const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, length));

/**
 * Encrypts a message for one browser, so that the push service between can't read it (RFC 8291, in one record of RFC 8188's
 * `aes128gcm`). Throws where the browser's key is no point of the curve.
 */
export function sealMessage(text: string, { keys }: Pick<Subscription, 'keys'>, { salt, key }: Drawn = draw()): Buffer {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(key);
  const [ours, theirs] = [pair.getPublicKey(), Buffer.from(keys.p256dh, 'base64url')];
  const secret = pair.computeSecret(theirs);
  const input = derive(secret, Buffer.from(keys.auth, 'base64url'), Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  // The 2 marks the last record; no padding follows.
  const body = Buffer.concat([cipher.update(Buffer.concat([Buffer.from(text), Buffer.of(2)])), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, body]);
}
