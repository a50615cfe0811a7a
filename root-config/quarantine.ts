const KEY = 'vimarsh.quarantine';

/** Releases that arrived in this tab and could not start; the tab uses their predecessor until it is closed. */
function read(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

export const isQuarantined = (release: string): boolean => read().includes(release);

export function quarantine(release: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...new Set([...read(), release])]));
  } catch {
    // Without storage the next page simply tries the new release again.
  }
}

/** Gives every release another chance in this tab. */
export function forgetQuarantine(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored either.
  }
}
