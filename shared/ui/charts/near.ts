import { type RefObject, useEffect, useState } from 'react';
import { LAZY_IMAGE_MARGIN_PX } from '../../domain/constants.ts';

const MARGIN = `${LAZY_IMAGE_MARGIN_PX}px`;

/** True once the element has come within 200 px of the viewport, and from then on. Without IntersectionObserver, true at once. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), { rootMargin: MARGIN });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [near, element]);
  return near;
}
