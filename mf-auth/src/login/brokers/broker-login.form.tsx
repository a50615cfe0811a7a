import type { Broker } from '@vimarsh/shared/contract/partners/types.ts';
import { BrokerList } from '@vimarsh/shared/ui/fields/broker-list.tsx';
import { formCss } from '../form.css.ts';
import { useBrokerLogin } from './use-broker-login.ts';

interface Props {
  /** Undefined while loading; null when the list could not be loaded. */
  brokers: readonly Broker[] | undefined | null;
  onRetry: () => void;
  /** Start with this broker at once, because the address named it. */
  begin: number | null;
}

/** Broker login: one button for each broker of this site. */
export function BrokerLoginForm({ brokers, onRetry, begin }: Props) {
  const { choose, busy } = useBrokerLogin(begin);
  return (
    <section css={formCss} aria-label="Log in with a broker">
      <BrokerList brokers={brokers} onRetry={onRetry} busy={busy} onChoose={choose} />
    </section>
  );
}
