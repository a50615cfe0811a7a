const MAY_NOT_WRITE = 'this user may not write there';
/** What a failing file system says, in words; by Node's codes, and by the numbers of the embedded database's own system (WASI). */
const FILES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  51: 'the disk is full',
  EDQUOT: 'the user’s share of the disk is full',
  19: 'the user’s share of the disk is full',
  EROFS: 'the disk is read-only',
  69: 'the disk is read-only',
  EACCES: MAY_NOT_WRITE,
  EPERM: MAY_NOT_WRITE,
  2: MAY_NOT_WRITE,
  63: MAY_NOT_WRITE,
  EIO: 'the disk does not work',
  29: 'the disk does not work',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
};

/** Calls of the system that open ports, connections and processes: their codes say nothing of a file. */
const NO_FILE = /^(?:listen|bind|connect|accept|getaddrinfo|kill|spawn\b.*)$/;
/** Those that only read: where they are refused, nobody wanted to write. */
const READS = /^(?:stat|lstat|access|scandir|opendir|readlink|realpath)$/;

/** Why something failed, for a person; never `[object Object]`, whatever was thrown. */
export function wordsOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { code, errno, message, name, syscall = '' } = error as { code?: string; errno?: number; message?: string; name?: string; syscall?: string };
  const known = NO_FILE.test(syscall) ? undefined : (code && FILES[code]) || (errno !== undefined && FILES[errno]);
  if (known === MAY_NOT_WRITE && READS.test(syscall)) return 'this user may not read it';
  return known || message || [name ?? 'an unknown error', code ?? errno].filter((part) => part !== undefined).join(' ');
}
