import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight.contract.ts';
import { formatNumber } from '@vimarsh/shared/domain/formats.ts';
import { Scroll, table } from '../insight/parts.view.tsx';

const WORDS = { '-1': '▼ Sell', 0: '■ Neutral', 1: '▲ Buy' } as const;

/** Every vote with the rule that cast it; what a vote still needs when it is absent. */
export function Votes({ votes, sessions }: { votes: EquityInsight['rating']['votes']; sessions: number }) {
  return (
    <Scroll label="All votes">
      <table css={table}>
        <thead>
          <tr>
            <th scope="col">Indicator</th>
            <th scope="col">Value</th>
            <th scope="col">Vote</th>
            <th scope="col">Buy when · sell mirrored</th>
          </tr>
        </thead>
        <tbody>
          {votes.map((vote) => (
            <tr key={vote.key}>
              <th scope="row">{vote.label}</th>
              <td>{formatNumber(vote.value, 2)}</td>
              <td>{vote.vote === null ? `needs ${Math.max(1, vote.need - sessions)} more sessions` : WORDS[vote.vote]}</td>
              <td>{vote.rule}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
