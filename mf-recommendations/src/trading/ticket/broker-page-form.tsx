import type { BrokerPage } from '@vimarsh/shared/contract/trading/types.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useEffect, useRef } from 'react';

export interface BrokerPageFormProps {
  page: BrokerPage;
  broker: string;
  /** Goes on without another press, because its owner has just pressed to go there. */
  atOnce?: boolean;
}

/** The way on to the broker's own page, in this tab: a form, because brokers take the orders as one. The button stays for whoever comes back. */
export function BrokerPageForm({ page, broker, atOnce = false }: BrokerPageFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (atOnce) form.current?.requestSubmit();
  }, [atOnce]);
  return (
    <form ref={form} method="post" action={page.url}>
      {page.fields.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button kind="primary" type="submit">
        Go on to {broker}
      </Button>
    </form>
  );
}
