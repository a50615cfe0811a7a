/** How long a file stays readable after the press. Safari and other slow savers read it well after `click()` has returned, ms. */
const READABLE_MS = 60_000;

/**
 * Saves what the page has as a file; `type` is its media type. The only place that makes an address for a file: revoked in
 * the task of the press, the address is gone before some browsers read it, and nothing is saved.
 */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), READABLE_MS);
}
