import { part } from '@vimarsh/shared/kit/part.tsx';
import { useEffect } from 'react';
import type { CallOn, WatchedCallsProps } from './open-call.tsx';

const none: CallOn = () => null;

/** Rows stand without calls where these can’t be had. */
function NoCalls({ onKnown }: WatchedCallsProps) {
  useEffect(() => onKnown(none), [onKnown]);
  return null;
}

/** What a list says of calls; its code comes while prices are asked for. */
export const OpenCallsLater = part<WatchedCallsProps>({
  what: 'The open calls',
  load: () => import('./open-call.tsx').then((file) => file.WatchedCalls),
  failure: (props) => <NoCalls {...props} />,
});
