import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createSealing, deriveKey, type Sealing } from '../platform/access/sealing.ts';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export function mac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares without telling by time where two texts differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Seals what people have proven who they are with. */
export const kycSealing = (secret: string): Sealing => createSealing(deriveKey(secret, 'kyc'));
