import { css } from '@emotion/react';
import { useId } from 'react';

const groupCss = css`
  padding: var(--s-12) 0;
  border-top: 1px solid var(--line);
  & > h3 {
    font-size: var(--t-14);
    padding-bottom: var(--s-4);
  }
`;
const answerCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-12);
  min-height: 44px;
  cursor: pointer;
  & > input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--accent);
  }
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 32px;
  }
`;
const missingCss = css`
  font-size: var(--t-12);
  color: var(--loss);
  &::before {
    content: '! ';
    font-weight: 600;
  }
`;

interface Props {
  number: number;
  name: string;
  question: { readonly ask: string; readonly answers: readonly (readonly [answer: string, words: string, points: number])[] };
  value: string | undefined;
  /** It was to be saved without an answer to this. */
  missing: boolean;
  onChange: (answer: string) => void;
}

/** One question with its answers, and that it has none where one was needed. */
export function QuestionField({ number, name, question: { ask, answers }, value, missing, onChange }: Props) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div
      css={groupCss}
      role="radiogroup"
      aria-labelledby={id}
      aria-required="true"
      aria-invalid={missing || undefined}
      aria-describedby={missing ? note : undefined}
    >
      <h3 id={id}>
        {number}. {ask}
      </h3>
      {missing && (
        <p id={note} css={missingCss}>
          Choose one of the answers
        </p>
      )}
      {answers.map(([answer, words]) => (
        <label key={answer} css={answerCss}>
          <input type="radio" name={name} value={answer} checked={value === answer} onChange={() => onChange(answer)} />
          {words}
        </label>
      ))}
    </div>
  );
}
