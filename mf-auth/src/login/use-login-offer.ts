import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import { authOption, type Broker } from '@vimarsh/shared/contract/partners/types.ts';
import { visibleBrokers } from '@vimarsh/shared/domain/partners/brokers.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useMemo } from 'react';
import type { Offer } from './login-form.machine.ts';

export interface LoginOffer {
  /** Null until it is known. */
  offer: Offer | null;
  google: boolean;
  /** Brokers a visitor may log in with; undefined while loading, null when they could not be loaded. */
  brokers: readonly Broker[] | undefined | null;
  retry: () => void;
}

/** What the broker list says about this site: its brokers and `auth_option` (S3-BRK-11…14, A01). */
export function useLoginOffer(): LoginOffer {
  const { environment } = useSession();
  const { extras, data, error, refetch } = useQuery(brokerList);
  return useMemo(() => {
    const parsed = authOption.safeParse(extras?.auth_option);
    // A partner with accounts of ours signs users in on this page of its own host, so its tile would lead back here.
    const isThisHost = (broker: Broker) => broker.id === environment?.brokerId && broker.model_type === 'own-auth';
    const brokers = data ? visibleBrokers(data, { signedIn: false }).filter((broker) => !isThisHost(broker)) : error ? null : undefined;
    const option = parsed.success ? parsed.data : null;
    return {
      offer: data ? { signUp: option?.sign_up ?? true, credentials: option?.credential_enable ?? true, brokers: (brokers?.length ?? 0) > 0 } : null,
      google: option?.google_enable ?? false,
      brokers,
      retry: refetch,
    };
  }, [extras, data, error, refetch, environment]);
}
