import { createHash } from 'node:crypto';

/** `sha384-…` of a file, as release records and `integrity` attributes carry it. */
export const integrityOf = (content: string | Buffer): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** `sha256-…`: as safe against tampering, and a third shorter in entries that name many chunks. */
export const chunkIntegrityOf = (content: string | Buffer): string => `sha256-${createHash('sha256').update(content).digest('base64')}`;
