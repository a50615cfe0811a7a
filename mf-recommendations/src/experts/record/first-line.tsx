import { css } from '@emotion/react';
import type { Period } from '@vimarsh/shared/contract/calls/types.ts';
import type { JudgedRecord } from '@vimarsh/shared/contract/experts/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { verdictOf, WITHIN } from '../expert-words.ts';

const lineCss = css`
  display: grid;
  gap: var(--s-4);
  & > b {
    font-weight: 600;
    line-height: 1.3;
  }
  & > span {
    color: var(--ink-2);
    font-size: var(--t-14);
  }
`;
const largeCss = css`
  & > b {
    font-size: var(--t-20);
  }
`;

/** What was done beside what guessing does: a range of whole calls, or one number where it leaves no room. */
function countsOf({ n, hits, luck }: FirstLineProps['record']): string {
  const [of, all] = [formatNumber(hits), formatNumber(n)];
  if (luck && luck.low < luck.high) {
    const [low, high] = [formatNumber(luck.low), formatNumber(luck.high)];
    return luck.verdict === 'luck'
      ? `${of} of ${all} calls gained. Guessing would give ${low} to ${high}, so this may be luck.`
      : `${of} of ${all} calls gained. Guessing would give ${low} to ${high}.`;
  }
  if (luck) {
    const about = formatNumber(luck.expected);
    return luck.verdict === 'luck'
      ? `${of} of ${all} calls gained. Guessing would give about ${about}, so this may be luck.`
      : `${of} of ${all} calls gained. Guessing would give about ${about}.`;
  }
  if (n === 0) return 'No call on shares ended.';
  return n === 1 ? '1 call ended: too few to judge. It takes ten.' : `${formatNumber(n)} calls ended: too few to judge. It takes ten.`;
}

export interface FirstLineProps {
  record: Pick<JudgedRecord, 'n' | 'hits' | 'luck'>;
  period: Period;
  large?: boolean;
}

/** The answer of a record in one sentence: what was done, what chance does, what that says, and of which calls. The same on an expert's page and card. */
export function FirstLine({ record, period, large = false }: FirstLineProps) {
  const { n, luck } = record;
  return (
    <p css={[lineCss, large && largeCss]}>
      <b>{countsOf(record)}</b>{' '}
      <span>
        {luck && verdictOf(luck.verdict, n)} {WITHIN[period]}
      </span>
    </p>
  );
}
