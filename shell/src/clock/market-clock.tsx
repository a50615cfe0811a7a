import { css } from '@emotion/react';
import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { type ComponentProps, useEffect, useState } from 'react';
import { NotOpened } from '../frame/not-opened.tsx';
import { useAway } from './away.ts';
import { useMarketClock } from './clock-reading.ts';
import { briefly, demoWords, marketNow } from './market-time.ts';
import type { DemoTimeDialog as Dialog } from './time-control.dialog.tsx';

const clockCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-8);
  min-height: 16px;
  font-size: var(--t-12);
  line-height: 1.3;
  color: var(--ink-2);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  /* Without words it takes no gap from the label, and can still be read out. */
  & > [role]:empty {
    position: absolute;
  }
`;
/** Beside the demo's time stands what the line has room for: on the narrowest phones and desks nothing but the dot. */
const lineCss = css`
  container-type: inline-size;
`;
const roomyCss = css`
  display: none;
  @container (min-width: 205px) {
    display: inline;
  }
`;
const roomiestCss = css`
  display: none;
  @container (min-width: 290px) {
    display: inline;
  }
`;
/** Filled while the market trades, hollow while it rests. */
const dotCss = css`
  flex: none;
  width: 8px;
  height: 8px;
  border-radius: 50%;
  border: 2px solid var(--ink-3);
  &[data-phase='continuous'] {
    border-color: var(--gain);
    background: var(--gain);
  }
  &[data-stale='true'] {
    border-color: var(--warn);
    background: var(--warn);
  }
`;
const wideCss = css`
  ${media.phone} {
    display: none;
  }
`;
const narrowCss = css`
  ${media.chat} {
    display: none;
  }
`;

/** Words to press in a line of text; the target is as high as a finger needs beside the line above. */
const demoCss = css`
  position: relative;
  flex: none;
  padding: 0;
  border: 0;
  background: none;
  color: var(--accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  &::before {
    content: '';
    position: absolute;
    inset: -6px -4px;
  }
`;

const DemoTimeDialog = part<ComponentProps<typeof Dialog>>({
  what: 'The demo’s time',
  load: () => import('./time-control.dialog.tsx').then((file) => file.DemoTimeDialog),
  failure: ({ onClose }, _, late) => <NotOpened what="The demo’s time" late={late} onClose={onClose} />,
});

/** "● Open · closes 15:30   14:32:05 IST". Market time, which in a replay is not the wall clock. Without a connection or an answer it says that and since when, in the same place. On a phone in fewer words, so that none is cut. */
export function MarketClockLine() {
  const known = useMarketClock();
  const { reading } = known;
  const [, tick] = useState(0);
  const [opened, setOpened] = useState(false);
  const away = useAway(known);
  useEffect(() => {
    if (!reading) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [reading]);
  const prices = reading?.clock.prices;
  // The line stands in the page's own HTML, so that no script can lose it; on a page that stays open it would tell of yesterday.
  useEffect(() => {
    const line = document.querySelector('#prices span');
    if (line && prices) line.textContent = prices;
  }, [prices]);
  const clock = away ? null : reading?.clock;
  const label = clock && clock.label + (clock.stale ? ' · prices not up to date' : '');
  const brief = clock && briefly(clock);
  const now = reading ? marketNow(reading, performance.now()) : 0;
  const demo = clock && demoWords(clock, now);
  return (
    <div css={lineCss}>
      <div css={clockCss}>
        {(clock || away) && <i css={dotCss} data-phase={clock?.phase} data-stale={away !== null || clock?.stale} aria-hidden="true" />}
        {clock && reading && (
          <>
            {demo ? (
              <span css={clock.stale ? undefined : roomyCss}>{brief}</span>
            ) : (
              <>
                <span css={brief === label ? undefined : wideCss}>{label}</span>
                {brief !== label && <span css={narrowCss}>{brief}</span>}
              </>
            )}
            <time css={demo ? roomiestCss : wideCss}>{formatIstTime(now)}</time>
            {demo && (
              <button type="button" css={demoCss} aria-haspopup="dialog" onClick={() => setOpened(true)}>
                {demo}
              </button>
            )}
            {opened && <DemoTimeDialog clock={clock} now={now} onChange={known.take} onClose={() => setOpened(false)} />}
          </>
        )}
        {/* There from the start, or nobody reads it out. */}
        <span role="status">{away}</span>
      </div>
    </div>
  );
}
