import { endSessions, listSessions } from '@vimarsh/shared/contract/account/routes.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { CHANGE_PASSWORD, PROFILE_UPDATE } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { BecomeExpert } from './become-expert.tsx';
import { rowsCss } from './rows.css.ts';
import { Section } from './section.tsx';

/** Password, and the devices the user is signed in on. Signing one out reaches its tabs and sockets at once. */
export function SecurityTab() {
  const session = useSession();
  const { data, error, refetch } = useQuery(listSessions, undefined, { fresh: 0, shown: true });
  const { busy, send } = useRequest(endSessions);
  const refresh = useRefresh();

  async function end(session_id?: string) {
    const answer = await send({ body: session_id === undefined ? {} : { session_id } });
    if (answer.status && answer.data) {
      const { ended } = answer.data;
      session.notify({ kind: 'success', title: 'Success', text: ended === 1 ? '1 device signed out' : `${ended} devices signed out`, ms: 2000 });
    }
    refresh(listSessions);
  }

  return (
    <>
      <Section title="Profile and password">
        <Link to={PROFILE_UPDATE}>Name, picture and documents</Link>
        <Link to={CHANGE_PASSWORD}>Change password</Link>
      </Section>
      <BecomeExpert offered={belongsTo(callerOf(session), 'investors')} />
      <Section title="Devices">
        <p>Where you are signed in. Sign out any device you don’t recognise, then change your password.</p>
        {data ? (
          <>
            <ul css={rowsCss} aria-label="Devices">
              {data.sessions.map(({ id, device, ip, last_used_at, current }) => (
                <li key={id}>
                  <span>
                    <b>{device}</b>
                    {current && <Badge tone="accent">This device</Badge>}
                    <small>
                      Last used {formatIst(last_used_at)} · {ip}
                    </small>
                  </span>
                  {!current && (
                    <Button onClick={() => void end(id)} disabled={busy} aria-label={`Sign out ${device}, last used ${formatIst(last_used_at)}`}>
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {data.sessions.length > 1 && (
              <Button kind="danger" onClick={() => void end()} busy={busy}>
                Sign out all other devices
              </Button>
            )}
          </>
        ) : error ? (
          <ErrorState what="your devices" onRetry={refetch} error={error} />
        ) : (
          <SkeletonRows rows={2} height={56} />
        )}
      </Section>
    </>
  );
}
