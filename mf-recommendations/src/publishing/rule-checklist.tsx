import { css } from '@emotion/react';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { LongWait } from '@vimarsh/shared/ui/page/long-wait.tsx';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check-big';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { memo } from 'react';
import type { RuleCheck } from './publishing.machine.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  & h3 {
    font-size: var(--t-14);
  }
`;
const listCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 232px), 1fr));
  gap: var(--s-8) var(--s-16);
  align-items: start;
  font-size: var(--t-13);
  @media (max-width: 879.98px) {
    /* A third of the page, below what is being typed: it is drawn when it comes near, and not with each digit and price. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto 1000px;
  }
  & li {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    gap: var(--s-8);
    color: var(--ink-2);
  }
  & svg {
    margin-top: 1px;
    color: var(--control);
  }
  & [data-state='ok'] {
    color: var(--ink);
  }
  & [data-state='ok'] > svg {
    color: var(--gain);
    fill: var(--gain-soft);
  }
  & [data-state='warn'] > svg {
    color: var(--warn);
  }
  & small {
    display: block;
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;
const MARK = { ok: CircleCheck, open: Circle, warn: TriangleAlert, waits: Circle };
const spoken = (open: number): string => {
  if (open === 0) return 'All rules are met.';
  return open === 1 ? '1 rule is not met yet.' : `${open} rules are not met yet.`;
};
const WORD = { ok: 'Met', open: 'Not met yet', warn: 'Warning', waits: 'Waiting' };
const LONG_WAIT = 'Still waiting for the rules to be checked. Your draft is safe, and you can go on writing.';
const WAITS = 'Judged once target and stop-loss are on the right sides.';

/** The publishing rules, turning from outline to filled as the draft meets them. Until the levels are complete: what is missing. */
export const RuleChecklist = memo(
  ({ missing, check, busy }: { missing: readonly { field: string; label: string }[]; check: RuleCheck | null; busy: boolean }) => {
    const rows = check
      ? check.rules.map(
          ({ id, ok, waits, level, label, message }) =>
            ({
              key: id,
              state: ok ? 'ok' : waits ? 'waits' : level === 'warn' ? 'warn' : 'open',
              label,
              message: ok ? '' : waits ? message || WAITS : message,
            }) as const,
        )
      : missing.map(({ field, label }) => ({ key: field, state: 'open', label, message: '' }) as const);
    const open = rows.filter((row) => row.state === 'open').length;
    const met = rows.filter((row) => row.state === 'ok' || row.state === 'warn').length;
    return (
      <section css={boxCss} aria-busy={busy}>
        <h3>{check ? `Publishing rules · ${met} of ${rows.length} met` : 'Still missing for the rules'}</h3>
        <Hidden role="status">{check && !busy ? spoken(open) : ''}</Hidden>
        {busy && <LongWait text={LONG_WAIT} />}
        {rows.length === 0 && <p>The rules are being checked.</p>}
        <ul css={listCss}>
          {rows.map(({ key, state, label, message }) => {
            const Icon = MARK[state];
            return (
              <li key={key} data-state={state}>
                <Icon size={16} aria-hidden="true" />
                <span>
                  <Hidden>{WORD[state]}: </Hidden>
                  {label}
                  {message && <small>{message}</small>}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
    );
  },
);
