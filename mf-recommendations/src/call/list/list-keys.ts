import { type RefObject, useEffect, useRef } from 'react';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.getAttribute('role') === 'slider');

/** `j` and `k` move the focus down and up the list. With a drawer open they open the next or the previous call. */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  calls: readonly { readonly id: string }[],
  openId: string,
  onOpen: (id: string) => void,
): void {
  const latest = useRef({ calls, openId, onOpen });
  useEffect(() => {
    latest.current = { calls, openId, onOpen };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key];
      if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      const now = latest.current;
      if (now.openId) {
        const next = now.calls[now.calls.findIndex((call) => call.id === now.openId) + step];
        if (next) now.onOpen(next.id);
        return;
      }
      if (document.querySelector('[role=dialog][data-state=open]')) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-call]') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLElement);
      const next = links[at < 0 ? (step === 1 ? 0 : links.length - 1) : at + step];
      next?.focus();
      next?.scrollIntoView?.({ block: 'nearest' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [list]);
}
