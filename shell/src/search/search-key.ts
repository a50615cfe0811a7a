import { useEffect } from 'react';

/** Whether a key press opens the search: Ctrl-K or ⌘K anywhere, `/` outside text fields. */
export function asksForSearch(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) return true;
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false;
  const at = event.target instanceof Element ? event.target : null;
  return !at?.closest('input, textarea, select, [contenteditable=""], [contenteditable=true], [role=dialog]');
}

export function useSearchKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!asksForSearch(event)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
}
