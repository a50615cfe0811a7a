import { css } from '@emotion/react';
import { decideConsent, listConsents, readNotifications } from '@vimarsh/shared/contract/consents/routes.ts';
import { CONSENT_KINDS, type ConsentKind, type ConsentRecord } from '@vimarsh/shared/contract/consents/types.ts';
import { CONSENTS } from '@vimarsh/shared/domain/people/consents.ts';
import { TERMS_AND_CONDITIONS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { EvidenceSection } from './evidence.section.tsx';
import { rowsCss } from './rows.css.ts';
import { Section } from './section.tsx';

const quoteCss = css`
  margin: 0;
  padding-left: var(--s-12);
  border-left: 2px solid var(--line-strong);
  color: var(--ink-2);
  font-size: var(--t-13);
`;
const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;

/** Each consent on its own: its purpose, version, time, and how to withdraw it. */
export function ConsentsTab() {
  const { data, error, refetch } = useQuery(listConsents, undefined, { fresh: 0, shown: true });
  if (!data) return error ? <ErrorState what="your consents" onRetry={refetch} error={error} /> : <SkeletonRows rows={3} height={176} screen />;
  return (
    <>
      {CONSENT_KINDS.map((kind) => (
        <Consent key={kind} kind={kind} last={data.records.find((record) => record.kind === kind)} />
      ))}
      <Section title="Record">
        <p>Everything you agreed to and withdrew, as it was recorded. The record is part of the copy of your data.</p>
        {data.records.length === 0 ? (
          <p>Nothing is on record yet.</p>
        ) : (
          <ol css={rowsCss} aria-label="Record of consents" reversed>
            {data.records.map(({ kind, given, version, site, at }) => (
              <li key={`${kind} ${at} ${given}`}>
                <span>
                  <b>{CONSENTS[kind].title}</b>
                  <small>
                    Version {version} · {site}
                  </small>
                </span>
                <small>
                  {given ? 'Agreed' : 'Withdrawn'} {formatIst(at)}
                </small>
              </li>
            ))}
          </ol>
        )}
      </Section>
      <EvidenceSection />
    </>
  );
}

function Consent({ kind, last }: { kind: ConsentKind; last: ConsentRecord | undefined }) {
  const { title, purpose, ending, version, givable, withdrawable } = CONSENTS[kind];
  const session = useSessionApi();
  const { busy, send } = useRequest(decideConsent);
  const refresh = useRefresh();
  const given = last?.given === true;
  const outdated = given && last.version !== version;

  async function decide(agree: boolean) {
    const { status } = await send({ body: { kind, version, given: agree } });
    if (status) session.notify({ kind: 'success', title: 'Success', text: agree ? `Agreed: ${title}` : `Withdrawn: ${title}`, ms: 2000 });
    refresh(listConsents, readNotifications);
  }

  return (
    <Section
      title={
        <span css={headCss}>
          {title} <Badge tone={given ? (outdated ? 'warn' : 'accent') : 'neutral'}>{given ? 'Given' : last ? 'Withdrawn' : 'Not given'}</Badge>
        </span>
      }
    >
      <p>{purpose}</p>
      {last && (
        <p>
          {given ? `Version ${last.version}, agreed ${formatIst(last.at)} on ${last.site}.` : `Withdrawn ${formatIst(last.at)}.`}
          {outdated && ` Version ${version} is now in force.`}
        </p>
      )}
      {given && last.words && <blockquote css={quoteCss}>{last.words}</blockquote>}
      {kind === 'terms' && <Link to={TERMS_AND_CONDITIONS}>Read version {version}</Link>}
      {given && <p>{ending}</p>}
      {givable && (!given || outdated) && (
        <Button kind="primary" onClick={() => void decide(true)} busy={busy}>
          {`Agree to version ${version}`}
        </Button>
      )}
      {withdrawable && given && (
        <Button kind="danger" onClick={() => void decide(false)} busy={busy}>
          Withdraw and stop them
        </Button>
      )}
    </Section>
  );
}
