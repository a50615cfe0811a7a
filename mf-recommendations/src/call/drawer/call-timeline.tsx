import { css } from '@emotion/react';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import type { TimelineItem } from './timeline-words.ts';

const listCss = css`
  display: grid;
  & li {
    position: relative;
    display: grid;
    gap: 2px;
    padding: 0 0 var(--s-16) var(--s-24);
  }
  & li::before {
    content: '';
    position: absolute;
    left: 3px;
    top: 6px;
    width: 8px;
    height: 8px;
    border: 2px solid var(--ink-2);
    background: var(--raised);
  }
  & li:not(:last-of-type)::after {
    content: '';
    position: absolute;
    left: 8px;
    top: 18px;
    bottom: -6px;
    border-left: 2px solid var(--line-strong);
  }
  & b {
    font-weight: 600;
  }
  & p {
    color: var(--ink-2);
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  & code {
    font-family: var(--mono);
  }
`;

const barCss = css`
  font-size: var(--t-12);
  & summary {
    display: flex;
    align-items: center;
    min-height: 44px;
    color: var(--ink-2);
    cursor: pointer;
    @media (min-width: 880px) and (pointer: fine) {
      min-height: 24px;
    }
  }
  & summary::before {
    content: '▸';
    width: 16px;
  }
  &[open] summary::before {
    content: '▾';
  }
`;

/** The call's events, oldest first, each with the first digits of its hash. */
export function CallTimeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <section>
      <h3>Timeline</h3>
      <ol css={listCss}>
        {items.map((item) => (
          <li key={item.n}>
            <b>{item.title}</b>
            {item.detail && <p>{item.detail}</p>}
            <small>
              <time dateTime={item.ts}>{formatIst(item.ts)}</time> · hash <code title={item.hash}>{item.mark}</code>
            </small>
            {item.bar && (
              <details css={barCss}>
                <summary>Price bar</summary>
                <p>{item.bar.text}</p>
                {item.bar.from ? (
                  <p>
                    {item.bar.to ? <a href={item.bar.to}>{item.bar.from}</a> : item.bar.from}, SHA-256 <code>{item.bar.sha256}</code>
                  </p>
                ) : (
                  <p>The file’s hash was not kept when it was read.</p>
                )}
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
