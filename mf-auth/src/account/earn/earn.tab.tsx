import { css } from '@emotion/react';
import { makeReferralCode, readReferrals } from '@vimarsh/shared/contract/referrals/routes.ts';
import type { BroughtPerson, GivenDays, OwnReferrals } from '@vimarsh/shared/contract/referrals/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { HELD_DAYS } from '@vimarsh/shared/domain/referral/referral.ts';
import { invitation } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useRef, useState } from 'react';
import { rowsCss } from '../rows.css.ts';
import { Section } from '../section.tsx';

const rulesCss = css`
  display: grid;
  gap: var(--s-4);
  margin: 0;
  padding-left: var(--s-24);
  list-style: disc;
  color: var(--ink-2);
`;
const linkCss = css`
  display: grid;
  gap: var(--s-8);
  width: 100%;
`;
const buttonsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

/** One’s code and what it brought. Of those who signed up with it nothing is shown but a day and how far it is. */
export function EarnTab() {
  const { environment } = useSession();
  const brand = environment?.utm_source ?? BRAND_TITLE;
  const { data: answer, error, refetch } = useQuery(readReferrals, undefined, { shown: true });
  if (!answer) return error ? <ErrorState what="your code" onRetry={refetch} error={error} /> : <SkeletonRows rows={2} height={176} screen />;
  const data = answer.own;
  if (!data) return <EmptyState title="Nothing runs here at the moment." text="Nobody gets anything for bringing people to this site now." />;
  return (
    <>
      <Section title={`Earn from ${brand}`}>
        <p>Bring somebody, and both of you get {data.days} days on a plan. No money, and no part of a fee.</p>
        <ul css={rulesCss}>
          <li>
            They sign up with your link, pay for a plan and give their PAN. The days are added once they have kept the plan for {HELD_DAYS} days from then on
            and what they paid for the days they used is worth the days you both get.
          </li>
          <li>
            Your days are on Premium if you have Premium or Pro, otherwise on Lite. They pass only while no plan runs that you paid for and that gives as much.
          </li>
          <li>Live calls in those days need your PAN, as with a plan you pay for. Days are never paid out.</li>
          <li>{data.most_a_year} people a year count for you. Whoever you bring after that still gets their days.</li>
          <li>An account of your own does not count, nor one with the same PAN, mobile number or browser, nor an expert’s.</li>
          <li>You see when somebody joined and how far it is: not who they are, and not what they buy. They are not told who you are.</li>
        </ul>
        {data.code ? <OwnLink code={data.code} /> : <MakeCode />}
        {data.joined_by_code && <p>{OWN_SIGN_UP[data.joined_by_code]}</p>}
      </Section>
      <Brought referrals={data} />
      {data.given.length > 0 && <Given given={data.given} />}
    </>
  );
}

const OWN_SIGN_UP: Readonly<Record<BroughtPerson['state'], string>> = {
  invited: 'You opened somebody’s link.',
  joined: 'You signed up with a code: your days come after your first paid plan and your PAN.',
  qualified: 'You signed up with a code: your days are on their way.',
  credited: 'You signed up with a code, and your days were added.',
  void: 'The code that you signed up with does not count.',
};

function MakeCode() {
  const { busy, send } = useRequest(makeReferralCode);
  const refresh = useRefresh();
  async function make() {
    await send({ body: {} });
    refresh(readReferrals);
  }
  return (
    <Button kind="primary" onClick={() => void make()} busy={busy}>
      Make my link
    </Button>
  );
}

/** "Copied" is said only after the clipboard took it; otherwise the link is selected for the keyboard. */
function OwnLink({ code }: { code: string }) {
  const { environment } = useSession();
  const brand = environment?.utm_source ?? BRAND_TITLE;
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const url = new URL(invitation(code), location.href).href;
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Copied.');
    } catch {
      field.current?.select();
      setSaid('Selected: copy it with the keyboard.');
    }
  }
  // Who closes the sheet has changed their mind: that is no failure.
  const share = () => navigator.share({ title: brand, url }).catch(() => {});
  return (
    <div css={linkCss}>
      <TextField ref={field} label="Your link" value={url} readOnly hint={<>Your code is {code}.</>} onFocus={(event) => event.target.select()} />
      <div css={buttonsCss}>
        <Button kind="primary" onClick={() => void copy()}>
          Copy the link
        </Button>
        {'share' in navigator && <Button onClick={() => void share()}>Share it</Button>}
      </div>
      <p role="status">{said}</p>
    </div>
  );
}

const STATES: Readonly<Record<BroughtPerson['state'], string>> = {
  invited: 'Opened your link',
  joined: 'Waits for a paid plan and a PAN',
  qualified: `On its way: ${HELD_DAYS} days after plan and PAN at the earliest`,
  credited: 'Days added',
  void: 'Does not count',
};

function Brought({ referrals: { people, credited_in_year, most_a_year } }: { referrals: OwnReferrals }) {
  return (
    <Section title="People you brought">
      {people.length === 0 ? (
        <p>Nobody has signed up with your link yet.</p>
      ) : (
        <>
          <p>
            {credited_in_year} of {most_a_year} have brought you days in the last 365 days.
          </p>
          <ul css={rowsCss} aria-label="People you brought">
            {people.map(({ state, joined_on }, place) => (
              // They have neither name nor id, and keep their order.
              <li key={place}>
                <span>Joined on {formatDay(joined_on)}</span>
                <span>{STATES[state]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Given({ given }: { given: readonly GivenDays[] }) {
  return (
    <Section title="Days you were given">
      <ul css={rowsCss} aria-label="Days you were given">
        {given.map(({ side, plan, days, given_at, ends_at }) => (
          <li key={given_at}>
            <span>
              <b>
                {days} days on {plan}
              </b>
              <small>{side === 'referrer' ? 'For somebody you brought' : 'For your sign-up with a code'}</small>
            </span>
            <span>
              {formatDay(given_at)} to {formatDay(ends_at)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
