import { WIDTH } from './tree.ts';

/** The last part of a tile's address, `x001/x234/067` or `067.p/12` (C2SP tlog-tiles), as its number and width; null for another text. */
export function readTilePath(path: string): { n: number; width: number } | null {
  const match = /^((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!match) return null;
  const parts = match[1]!.split('/').map((part) => part.replace('x', ''));
  const width = match[2] === undefined ? WIDTH : Number(match[2]);
  // One tile has one address: no leading groups of zeros, no full tile called partial.
  if ((parts.length > 1 && parts[0] === '000') || (match[2] !== undefined && width >= WIDTH)) return null;
  return { n: Number(parts.join('')), width };
}
