/** What a failing file system says, in words; by Node's codes, and by the numbers of the embedded database's own system (WASI). */
const FILES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  51: 'the disk is full',
  EDQUOT: 'the user’s share of the disk is full',
  19: 'the user’s share of the disk is full',
  EROFS: 'the disk is read-only',
  69: 'the disk is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  2: 'this user may not write there',
  63: 'this user may not write there',
  EIO: 'the disk does not work',
  29: 'the disk does not work',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
};

/** Why something failed, for a person; never `[object Object]`, whatever was thrown. */
export function wordsOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { code, errno, message, name } = error as { code?: string; errno?: number; message?: string; name?: string };
  const known = (code && FILES[code]) || (errno !== undefined && FILES[errno]);
  return known || message || [name ?? 'an unknown error', code ?? errno].filter((part) => part !== undefined).join(' ');
}
