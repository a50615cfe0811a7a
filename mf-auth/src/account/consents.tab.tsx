import { css } from '@emotion/react';
import {
  CONSENT_KINDS,
  type ConsentKind,
  type ConsentRecord,
  decideConsent,
  listConsents,
  readNotifications,
} from '@vimarsh/shared/contract/consents.contract.ts';
import { CONSENTS } from '@vimarsh/shared/domain/consents.ts';
import { formatIst } from '@vimarsh/shared/domain/formats.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/state.tsx';
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

/** What one agreed to, each for itself: what for, which version, when, and how it ends. */
export function ConsentsTab() {
  const { data, error, refetch } = useQuery(listConsents, undefined, { fresh: 0 });
  if (!data) return error ? <ErrorState what="your consents" onRetry={refetch} requestId={error.requestId} /> : <SkeletonRows rows={3} height={176} />;
  return (
    <>
      {CONSENT_KINDS.map((kind) => (
        <Consent key={kind} kind={kind} last={data.records.find((record) => record.kind === kind)} />
      ))}
      <Section title="Record">
        <p>Everything you agreed to and took back. It is kept as it was and is part of the copy of your data.</p>
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
                  {given ? 'Agreed' : 'Taken back'} {formatIst(at)}
                </small>
              </li>
            ))}
          </ol>
        )}
      </Section>
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
    if (status) session.notify({ kind: 'success', title: 'Success', text: agree ? `Agreed: ${title}` : `Taken back: ${title}`, ms: 2000 });
    refresh(listConsents, readNotifications);
  }

  return (
    <Section
      title={
        <span css={headCss}>
          {title} <Badge tone={given ? (outdated ? 'warn' : 'accent') : 'neutral'}>{given ? 'Given' : last ? 'Taken back' : 'Not given'}</Badge>
        </span>
      }
    >
      <p>{purpose}</p>
      {last && (
        <p>
          {given ? `Version ${last.version}, agreed ${formatIst(last.at)} on ${last.site}.` : `Taken back ${formatIst(last.at)}.`}
          {outdated && ` Version ${version} is in force by now.`}
        </p>
      )}
      {given && last.words && <blockquote css={quoteCss}>{last.words}</blockquote>}
      {kind === 'terms' && <Link to="/retail-side/terms-condition">Read version {version}</Link>}
      {given && <p>{ending}</p>}
      {givable && (!given || outdated) && (
        <Button kind="primary" onClick={() => void decide(true)} busy={busy}>
          {`Agree to version ${version}`}
        </Button>
      )}
      {withdrawable && given && (
        <Button kind="danger" onClick={() => void decide(false)} busy={busy}>
          Take back and stop them
        </Button>
      )}
    </Section>
  );
}
