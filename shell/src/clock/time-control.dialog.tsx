import { css } from '@emotion/react';
import { changeDemoTime } from '@vimarsh/shared/contract/market/routes.ts';
import { DEMO_SPEEDS, type DemoTimeChange } from '@vimarsh/shared/contract/market/time-control.ts';
import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { formatDay, formatIst, formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useState } from 'react';

const stackCss = css`
  display: grid;
  gap: var(--s-12);
`;
const timeCss = css`
  font-size: var(--t-20);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;
const quietCss = css`
  color: var(--ink-2);
`;
const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;

const groupCss = css`
  display: grid;
  gap: var(--s-8);
  min-width: 0;
  margin: 0;
  padding: var(--s-12) 0 0;
  border: 0;
  border-top: 1px solid var(--line);
  & > legend {
    float: left;
    padding: 0;
    font-weight: 600;
  }
`;

const SPEED_WORDS: Readonly<Record<number, string>> = { 0: 'It is paused.', 1: 'It runs at real speed.' };
const speedWords = (speed: number): string => SPEED_WORDS[speed] ?? `It runs ${speed} times as fast.`;

interface Props {
  clock: MarketClock;
  /** Market time now, UTC ms. */
  now: number;
  /** The clock that a change answered with. */
  onChange: (clock: MarketClock) => void;
  onClose: () => void;
}

/** The demo's market time: what it shows, who runs it, and for an admin of the demo the means to hold, speed up and jump it. */
export function DemoTimeDialog({ clock, now, onChange, onClose }: Props) {
  const session = useSessionApi();
  const { user } = useSession();
  const [busy, setBusy] = useState(false);
  const { by = null, since = null } = clock.demo ?? {};
  const change = async (body: DemoTimeChange) => {
    setBusy(true);
    // A refusal is said in a toast.
    const { data } = await session.request(changeDemoTime, { body }).finally(() => setBusy(false));
    if (data) onChange(data);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Demo time"
      footer={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div css={stackCss}>
        <p css={timeCss}>
          {formatDay(now)}, {formatIstTime(now)}
        </p>
        <p>{speedWords(clock.speed)}</p>
        <p css={quietCss}>
          {by === null || since === null ? 'Nobody has changed it since the server started.' : `${by} changed it last, on ${formatIst(since)}.`}
        </p>
        {user?.is_admin ? (
          <fieldset css={groupCss} disabled={busy}>
            <legend>Change it for everybody</legend>
            <div css={rowCss}>
              <Chip pressed={clock.speed === 0} onPress={() => void change({ action: 'hold' })}>
                Pause
              </Chip>
              {DEMO_SPEEDS.map((speed) => (
                <Chip key={speed} pressed={clock.speed === speed} onPress={() => void change({ action: 'run', speed })}>
                  {speed === 1 ? 'Real speed' : `${speed}×`}
                </Chip>
              ))}
            </div>
            <div css={rowCss}>
              <Button busy={busy} onClick={() => void change({ action: 'next_session' })}>
                Go to the next session
              </Button>
            </div>
          </fieldset>
        ) : (
          <p>An admin of this demo pauses it, speeds it up, or goes to the next session.</p>
        )}
        <p css={quietCss}>
          This demo keeps a market time of its own, so that the market trades whenever you come: when a session has ended, the next one begins at 10:00. It only
          goes forward, and all calls and prices are dated by it. Sign-ins, codes and messages go by the real time.
        </p>
      </div>
    </Dialog>
  );
}
