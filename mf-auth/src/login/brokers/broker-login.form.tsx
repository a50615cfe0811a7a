import { css } from '@emotion/react';
import { levelOne } from '@vimarsh/shared/contract/broker-login.contract.ts';
import type { Broker } from '@vimarsh/shared/contract/partners.contract.ts';
import { searchBrokers, showBrokerSearch } from '@vimarsh/shared/domain/brokers.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { TextField } from '@vimarsh/shared/ui/field.tsx';
import { Skeleton } from '@vimarsh/shared/ui/skeleton.tsx';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import { formCss } from '../form.css.ts';
import { leaveFor } from '../leave-for.ts';
import { WORDS } from '../words.ts';
import { brokerChoiceMachine, type Way } from './broker-choice.machine.ts';
import { BrokerTile, gridCss } from './broker-tile.tsx';

interface Props {
  /** Undefined while loading; null when the list could not be loaded. */
  brokers: readonly Broker[] | undefined | null;
  onRetry: () => void;
  /** Begin with this broker at once: the address named it. */
  begin: number | null;
}

const emptyCss = css`
  padding: var(--s-24) 0;
  color: var(--ink-2);
`;

/** Broker login: a tile for each broker, with a search when there is more than one (S2.4-LOGIN-02…04). */
export function BrokerLoginForm({ brokers, onRetry, begin }: Props) {
  const [search, setSearch] = useState('');
  const { choose, busy } = useBrokerChoice(begin);
  if (brokers === null) {
    return (
      <div css={emptyCss} role="alert">
        <p>Could not load the brokers.</p>
        <Button onClick={onRetry}>Retry</Button>
      </div>
    );
  }
  const found = searchBrokers(brokers ?? [], search);
  return (
    <section css={formCss} aria-label="Log in with a broker">
      {showBrokerSearch(brokers?.length ?? 0) && (
        <TextField label="Search brokers" name="broker" type="search" autoComplete="off" value={search} onChange={(event) => setSearch(event.target.value)} />
      )}
      {brokers === undefined && (
        <div css={gridCss} aria-hidden="true">
          {Array.from({ length: 6 }, (_, at) => (
            <Skeleton key={at} height={88} />
          ))}
        </div>
      )}
      {brokers !== undefined && (
        <p role="status" css={found.length === 0 ? emptyCss : undefined}>
          {found.length === 0 ? WORDS.noBrokers : ''}
        </p>
      )}
      <ul css={gridCss} aria-label="Brokers">
        {found.map((broker) => (
          <li key={broker.id}>
            <BrokerTile broker={broker} busy={busy === broker.id} onChoose={() => choose(broker.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks for the broker's address and goes there. `busy`: the broker whose page is being opened. */
export function useBrokerChoice(begin: number | null = null): { choose: (brokerId: number) => void; busy: number | null } {
  const session = useSessionApi();
  const machine = useMemo(
    () =>
      brokerChoiceMachine.provide({
        actors: {
          levelOne: fromPromise<Way, { brokerId: number }>(({ input, signal }) =>
            session.request(levelOne, { query: { broker_id: String(input.brokerId) } }, { signal }),
          ),
        },
      }),
    [session],
  );
  const [state, send, actor] = useMachine(machine);
  useEffect(() => {
    const leaving = actor.on('leaving', ({ to, brokerId }) => {
      session.selectBroker(brokerId);
      leaveFor(to);
    });
    return () => leaving.unsubscribe();
  }, [actor, session]);
  useEffect(() => {
    if (begin !== null) send({ type: 'CHOOSE', brokerId: begin });
  }, [begin, send]);
  return { choose: (brokerId) => send({ type: 'CHOOSE', brokerId }), busy: state.matches('choosing') ? null : state.context.brokerId };
}
