import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * A value as its box last showed it: while the box is scrolled away a new value draws nothing, and it is there when the box comes back. A
 * value of another `name` is taken at once.
 */
export function useSeen<T>(box: RefObject<Element | null>, name: string, value: T): T {
  const isOnScreen = useOnScreen(box);
  const seen = useRef({ name, value });
  if (isOnScreen || seen.current.name !== name) seen.current = { name, value };
  return seen.current.value;
}

/** Whether any of it is in the window; true where the browser can't tell. */
function useOnScreen(box: RefObject<Element | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(true);
  useEffect(() => {
    if (!box.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)!.isIntersecting));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return isOnScreen;
}
