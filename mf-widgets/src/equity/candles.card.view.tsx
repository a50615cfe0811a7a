import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { Card } from '../insight/parts.view.tsx';
import { useWords } from '../insight/words.tsx';

/** As high whatever stands in it, and before anything does. */
const box = css`
  height: 440px;
`;

/** The place of the candles in an equity insight. */
export function CandlesCard({ children }: { children?: ReactNode }) {
  const { say } = useWords();
  return (
    <Card title={say('Candles')}>
      <div css={box}>{children}</div>
    </Card>
  );
}
