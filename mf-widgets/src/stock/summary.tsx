import { css } from '@emotion/react';
import { Kept } from '../insight/kept.tsx';
import { INSIGHT_REFRESH_MS, useInsight } from './read-insight.ts';
import { sumUp } from './sum-up.ts';

/** Two lines on a phone, one on the desk, from the start. */
const lineCss = css`
  min-height: 46px;
  font-size: var(--t-16);
  line-height: 1.45;
  color: var(--ink-2);
  & b {
    font-weight: 600;
    color: var(--ink);
  }
  @media (min-width: 880px) {
    min-height: 24px;
  }
`;

/** The sentence before the figures. Without its answer it is silent: the parts say what could not be loaded. */
export function Summary({ symbol }: { symbol: string }) {
  const { data } = useInsight(symbol, INSIGHT_REFRESH_MS);
  return (
    <p css={lineCss} data-summary="">
      {data ? <Kept of={[data.status, data.last_traded, data.rating, data.consensus]}>{() => <Said said={sumUp(data)} />}</Kept> : null}
    </p>
  );
}

const Said = ({ said }: { said: ReturnType<typeof sumUp> }) => (
  <>
    <b>{said.lead}</b> {said.rest}
  </>
);
