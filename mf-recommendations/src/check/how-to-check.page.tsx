import { css } from '@emotion/react';
import { COMPLIANCE } from '@vimarsh/shared/domain/routing/places.ts';
import { Link, usePath } from '@vimarsh/shared/kit/router.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { CheckBox } from './check-box.tsx';

const leadCss = css`
  max-width: 41em;
  font-size: var(--t-16);
  color: var(--ink-2);
`;
const wordsCss = css`
  display: grid;
  gap: var(--s-24) var(--s-32);
  padding-top: var(--s-16);
  @media (min-width: 880px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  & section {
    display: grid;
    gap: var(--s-8);
    align-content: start;
    max-width: 41em;
  }
  & h2 {
    font-size: var(--t-16);
  }
  & p,
  & li {
    color: var(--ink-2);
  }
  & ul {
    display: grid;
    gap: var(--s-4);
    padding-left: var(--s-16);
    list-style: disc;
  }
  & code {
    font-family: var(--mono);
    font-size: var(--t-12);
    overflow-wrap: anywhere;
  }
  & a {
    text-decoration: underline;
  }
`;

/** What stands behind `#` is never sent to a server. */
const lineInAddress = (): string => (location.hash.startsWith('#vr1.') ? location.hash.slice(1) : '');

/** How the record of calls is kept, what that proves and what not, with the check running in it. */
export function Page() {
  const { query } = usePath();
  const given = lineInAddress() || (query.get('call') ?? '');
  return (
    <Frame title="How to check us">
      <p css={leadCss}>
        You need not take our word for a result. Every call is in a record. We can add to it, but we can’t rewrite it unseen. Your own browser can check that,
        here and now.
      </p>
      <CheckBox key={given} given={given} />
      <div css={wordsCss}>
        <section>
          <h2>When a call is published</h2>
          <p>
            The call gets a seal: a number computed from every word and level in it, signed at once with the record’s key. The expert can’t take it back, and we
            can’t change it: with one digit changed, the seal no longer fits. Only prices, by published rules, decide how it ends.
          </p>
        </section>
        <section>
          <h2>The receipt</h2>
          <p>
            The author gets a signed receipt with the answer; followers who may read the call get the same one with their message. It promises that the call
            will be in the public log by a named evening. It shows no stock and no level. If we ever lost, changed or backdated a call, a single receipt would
            prove it against us.
          </p>
        </section>
        <section>
          <h2>Every evening</h2>
          <p>
            At 18:45 IST on each trading day one number, the root, is signed over everything that happened that day. Each root holds the one before it, so the
            latest vouches for all days since the first. <a href="/.well-known/vimarsh-ledger.json">All roots</a> and{' '}
            <a href="/.well-known/vimarsh-log/checkpoint">the head of the log</a> are public. Your browser remembers the latest root it has seen, and notices if
            the past has changed.
          </p>
        </section>
        <section>
          <h2>What the check looks at</h2>
          <ul>
            <li>The signature, with the key this browser already knows.</li>
            <li>The public log: whether the entry is where it was promised.</li>
            <li>The roots: one unbroken chain, the same you saw before.</li>
            <li>The times: none is earlier than the one before it.</li>
            <li>The author: name, category and registration number, as they were signed.</li>
            <li>The result: worked out again from the events, and compared with what the page shows.</li>
          </ul>
        </section>
        <section>
          <h2>What it does not prove</h2>
          <p>
            That a call is good, or that the next one will be. That a price was right: compare it with the exchange’s own files, as the program below does. And
            whoever holds our key could begin a second record; people who kept a receipt, or checked here before, would notice.
          </p>
        </section>
        <section>
          <h2>What is not in the record</h2>
          <p>
            An expert’s picture, city and words about themselves; how many follow them; where an open option call stands now; and the market’s prices, sentiment
            and analytics, beside which their source stands. The record holds only the prices that decided something.
          </p>
        </section>
        <section>
          <h2>Without our page</h2>
          <p>
            A page could lie about itself, so the same check is a program for your own computer: <code>npx @vimarsh/verify</code> with a receipt, a file or this
            site’s address. The format is published, with a second program in another language that agrees on every call. The other rules we follow are under{' '}
            <Link to={COMPLIANCE}>Compliance</Link>.
          </p>
        </section>
      </div>
    </Frame>
  );
}
