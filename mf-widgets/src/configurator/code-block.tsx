import { css } from '@emotion/react';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useEffect, useRef, useState } from 'react';

const box = css`
  margin-top: var(--s-8);
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-8);
  justify-items: start;
`;
const whole = css`
  width: 100%;
`;
const code = css`
  margin: 0;
  padding: var(--s-12);
  border: 1px solid var(--line);
  border-radius: var(--r-6);
  background: var(--canvas);
  font: 400 0.75rem / 1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

const SAID_MS = 2500;

/** Text to paste elsewhere. "Copied" is said only after the clipboard took it; otherwise the text is selected for the keyboard. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const block = useRef<HTMLPreElement>(null);
  const [said, setSaid] = useState<'' | 'copied' | 'selected'>('');
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('copied');
    } catch {
      getSelection()?.selectAllChildren(block.current!);
      setSaid('selected');
    }
  };
  return (
    <div css={box}>
      <section css={whole} aria-label={label}>
        <pre ref={block} css={code}>
          {text}
        </pre>
      </section>
      <Button onClick={() => void copy()}>{`Copy ${label.toLowerCase()}`}</Button>
      <span role="status">{said === 'copied' ? 'Copied' : said === 'selected' ? 'Selected: copy it with the keyboard.' : ''}</span>
    </div>
  );
}
