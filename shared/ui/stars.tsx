import { css } from '@emotion/react';

const starsCss = css`
  display: inline-block;
  position: relative;
  line-height: 1;
  letter-spacing: 1px;
  color: var(--line-strong);
  white-space: nowrap;
  & > span {
    position: absolute;
    inset: 0 auto 0 0;
    overflow: hidden;
    color: var(--ink-2);
  }
`;

/** A half-star rating, 0.5 to 5; "Not rated" for null. */
export function Stars({ value }: { value: number | null }) {
  if (value === null) return <span>Not rated</span>;
  return (
    <span css={starsCss} role="img" aria-label={`${value} of 5 stars`}>
      ★★★★★
      <span aria-hidden="true" style={{ width: `${value * 20}%` }}>
        ★★★★★
      </span>
    </span>
  );
}
