import { css } from '@emotion/react';
import { readTypedCode } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { useEffect, useRef, useState } from 'react';
import { Unanswered } from '../unanswered.tsx';
import { SIGN_IN_WORDS, sentBefore, triesLeft } from '../words.ts';
import type { Otp } from './use-otp.ts';

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

const statusCss = css`
  color: var(--ink-2);
  &:not(:empty) {
    margin-top: var(--s-8);
  }
`;

/** Characters the field of an OTP takes: the whole message that brought it can be pasted. */
export const OTP_LENGTH = 320;

interface Props {
  otp: Otp;
  /** Message under the field after an attempt to verify, '' for none. */
  error: string;
  /** Where the OTP went, for the user to check. */
  sentTo: string;
}

/** The OTP field with its actions. It takes the focus when an OTP was sent and when one was refused. */
export function OtpFields({ otp, error, sentTo }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const sent = otp.step === 'sent';
  useEffect(() => {
    if (sent) field.current?.focus();
  }, [sent]);
  return (
    <>
      <div>
        <TextField
          ref={field}
          label="OTP"
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={OTP_LENGTH}
          value={otp.otp}
          disabled={!otp.locked || otp.step === 'sending'}
          readOnly={otp.step === 'verifying'}
          hint={triesLeft(otp.triesLeft)}
          error={error}
          onChange={(event) => otp.type(readTypedCode(event.target.value))}
        />
        <p role="status" css={statusCss}>
          {!otp.locked || otp.step === 'sending' ? '' : otp.sentBefore === null ? `OTP sent to ${sentTo}` : sentBefore(sentTo, otp.sentBefore)}
        </p>
        <Unanswered when={otp.maybeAccepted} words={SIGN_IN_WORDS.maybeAccepted} />
      </div>
      {otp.locked && (
        <div css={row}>
          <Button onClick={otp.changeNumber} disabled={!sent}>
            {SIGN_IN_WORDS.changeNumber}
          </Button>
          <Button onClick={otp.again} disabled={!otp.resend.ready && !otp.resend.busy} busy={otp.resend.busy}>
            {SIGN_IN_WORDS.resendOtp}
          </Button>
          {sent && !otp.resend.ready && !otp.resend.busy && <Countdown to={otp.resend.at} />}
        </div>
      )}
    </>
  );
}

const countdownCss = css`
  align-self: center;
  color: var(--ink-3);
  font-variant-numeric: tabular-nums;
`;

/** Seconds left until an instant (epoch ms). Hidden from screen readers: the button itself says when it can be pressed. */
export function Countdown({ to }: { to: number }) {
  const secondsLeft = () => Math.max(0, Math.ceil((to - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(secondsLeft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `secondsLeft` depends on `to` alone.
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 250);
    return () => clearInterval(timer);
  }, [to]);
  return <span css={countdownCss} aria-hidden="true">{`${seconds} s`}</span>;
}
