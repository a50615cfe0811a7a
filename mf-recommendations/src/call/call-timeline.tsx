import { css } from '@emotion/react';
import type { CallEvent } from '@vimarsh/shared/contract/calls/types.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { timelineItem } from './timeline.view.ts';

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

/** The call's events, oldest first, each with the first digits of its hash. */
export function CallTimeline({ events }: { events: readonly CallEvent[] }) {
  return (
    <section>
      <h3>Timeline</h3>
      <ol css={listCss}>
        {events.map(timelineItem).map((item) => (
          <li key={item.n}>
            <b>{item.title}</b>
            {item.detail && <p>{item.detail}</p>}
            <small>
              <time dateTime={item.ts}>{formatIst(item.ts)}</time> · hash <code title={item.hash}>{item.mark}</code>
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
