import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Scroll, table } from '../insight/parts.view.tsx';
import { useWords } from '../insight/words.tsx';

const SIGNS = { '-1': '▼', 0: '■', 1: '▲' } as const;
const VOTES = { '-1': 'Sell', 0: 'Neutral', 1: 'Buy' } as const;

/** Every vote with the rule that cast it; what a vote still needs when it is absent. */
export function Votes({ votes, sessions }: { votes: EquityInsight['rating']['votes']; sessions: number }) {
  const { say, told } = useWords();
  return (
    <Scroll label={say('All votes')}>
      <table css={table}>
        <thead>
          <tr>
            <th scope="col">{say('Indicator')}</th>
            <th scope="col">{say('Value')}</th>
            <th scope="col">{say('Vote')}</th>
            <th scope="col">{say('Buy when · sell mirrored')}</th>
          </tr>
        </thead>
        <tbody>
          {votes.map((vote) => (
            <tr key={vote.key}>
              <th scope="row">{told(vote.label)}</th>
              <td>{formatNumber(vote.value, 2)}</td>
              <td>{vote.vote === null ? say('needs {0} more sessions', Math.max(1, vote.need - sessions)) : `${SIGNS[vote.vote]} ${say(VOTES[vote.vote])}`}</td>
              <td>{told(vote.rule)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
