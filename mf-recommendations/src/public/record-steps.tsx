import { css } from '@emotion/react';

const listCss = css`
  display: grid;
  gap: var(--s-16);
  counter-reset: step;
  @media (min-width: 880px) {
    grid-template-columns: repeat(5, minmax(0, 1fr));
  }
  & li {
    counter-increment: step;
    display: grid;
    gap: var(--s-4);
    align-content: start;
    padding-top: var(--s-12);
    border-top: 2px solid var(--line-strong);
  }
  & b {
    font-weight: 600;
  }
  & b::before {
    content: counter(step) '  ';
    white-space: pre;
    color: var(--ink-3);
  }
  & span {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
`;
const STEPS = [
  ['Written', 'The expert sets entry, target, stop-loss and validity, gives the reasons, and says what would prove the call wrong.'],
  ['Checked', 'Publishing rules check the author, the stock, the distance of each level and the text. A broken rule stops the call.'],
  ['Signed', 'The call is hashed, chained to the expert’s previous one and signed. From here on nobody can rewrite or remove it.'],
  [
    'Closed by the price',
    'The first price at a level ends the call. When one price bar reaches both target and stop-loss, the stop-loss counts. A Hold has a band and runs until its last day.',
  ],
  ['Sealed', 'Each evening all events of the day are sealed under one signed root. If any digit changed, it would no longer match.'],
] as const;

/** How a call is recorded, in five steps. */
export function RecordSteps() {
  return (
    <section>
      <h2>How a call is recorded</h2>
      <p data-lead="">From the first line to the seal of the day.</p>
      <ol css={listCss}>
        {STEPS.map(([name, text]) => (
          <li key={name}>
            <b>{name}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
