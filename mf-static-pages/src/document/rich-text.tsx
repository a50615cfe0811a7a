import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import type { ReactNode } from 'react';

/** The brand name the visitor sees: the partner's or ours. */
export function useSiteName(): string {
  return useSession().environment?.utm_source ?? BRAND_TITLE;
}

/** Renders `{site}`, `**bold**` and `[words](/path)`. Anything else stays text. */
export function richText(text: string, site: string): ReactNode[] {
  return text
    .replaceAll('{site}', site)
    .split(/(\*\*[^*]+\*\*|\[[^\]]+\]\(\/[^)]*\))/)
    .map((part, at) => {
      const link = /^\[([^\]]+)\]\((\/[^)]*)\)$/.exec(part);
      const key = `${at}-${part.slice(0, 12)}`;
      if (link) {
        return (
          <a key={key} href={link[2]}>
            {link[1]}
          </a>
        );
      }
      return part.startsWith('**') ? <strong key={key}>{part.slice(2, -2)}</strong> : part;
    });
}

export const plainText = (text: string, site: string): string => text.replaceAll('{site}', site).replace(/\*\*|\[|\]\(\/[^)]*\)/g, '');
