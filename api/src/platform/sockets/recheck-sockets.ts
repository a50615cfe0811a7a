import type { Caller, Recheck } from '../access/caller.ts';

/** An open socket, as far as it matters here. */
interface Open {
  readonly data: { caller: Caller | null };
  emit(event: 'session:ended', payload: { reason: string }): unknown;
  disconnect(close: true): unknown;
}

const AT_ONCE = 500;

/** A socket stays open for days. Asks who it speaks for by now: one whose session or account has ended is told so and cut. */
export async function recheckSockets(sockets: Iterable<Open>, recheck: Recheck): Promise<void> {
  const signedIn = [...sockets].flatMap((socket) => (socket.data.caller ? [{ socket, caller: socket.data.caller }] : []));
  for (let at = 0; at < signedIn.length; at += AT_ONCE) {
    const batch = signedIn.slice(at, at + AT_ONCE);
    const now = await recheck([...new Map(batch.map(({ caller }) => [caller.session_id, caller])).values()]);
    for (const { socket, caller } of batch) {
      // Renewed meanwhile: what was asked is about another session.
      if (socket.data.caller !== caller) continue;
      const is = now.get(caller.session_id);
      if (is?.user_id === caller.user_id) socket.data.caller = is;
      else {
        socket.emit('session:ended', { reason: 'ended' });
        socket.disconnect(true);
      }
    }
  }
}
