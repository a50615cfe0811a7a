import type { ReactNode } from 'react';

/** Renders `**bold**` and `[words](/path)`. Anything else stays text. */
export function richText(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\(\/[^)]*\))/).map((part, at) => {
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

/** The words as people read them. */
export const plainText = (text: string): string => text.replace(/\*\*|\[|\]\(\/[^)]*\)/g, '');
