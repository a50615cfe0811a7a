import { useEffect, useState } from 'react';
import type { LevelTone } from './chart.types.ts';

/** Counts up whenever the theme changes, so that canvases are redrawn. */
export function useThemeVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const changed = () => setVersion((value) => value + 1);
    const watch = new MutationObserver(changed);
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', changed);
    return () => {
      watch.disconnect();
      system.removeEventListener('change', changed);
    };
  }, []);
  return version;
}

/** The value of a CSS token at the canvas. */
export const tokenAt = (element: Element, token: string): string => getComputedStyle(element).getPropertyValue(token).trim() || '#808080';

export const toneToken = (tone: LevelTone = 'neutral'): string => ({ gain: '--gain', loss: '--loss', neutral: '--ink-2', accent: '--accent' })[tone];
