import { randomBytes } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
let last = { ms: 0, random: 0n };

/** A ULID: 48 bits of milliseconds, 80 random bits, 26 characters. Ids made in one process sort in the order they were made. */
export function ulid(now = Date.now()): string {
  const random = now <= last.ms ? last.random + 1n : BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n;
  last = { ms: Math.max(now, last.ms), random };
  let value = (BigInt(last.ms) << 80n) | random;
  let text = '';
  for (let i = 0; i < 26; i += 1) {
    text = CROCKFORD[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}
