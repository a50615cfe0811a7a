import { follow } from '@vimarsh/shared/contract/identity/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useRef, useState } from 'react';
import { isCertain } from '../publishing/certain.ts';

export interface FollowChanges {
  /** What the caller last wanted of an expert; undefined where the server's word stands. */
  readonly wanted: (userId: string) => boolean | undefined;
  readonly set: (userId: string, on: boolean) => void;
}

/**
 * Whom the caller follows anew or no longer. A change is seen at once and sent behind it, one at a time for each expert, so that the last
 * one wanted is the one that is stored. One that is refused is taken back. After one whose end is not known the server is asked what stands.
 */
export function useFollowChanges(onUnsure: () => void): FollowChanges {
  const { request } = useSessionApi();
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean | undefined>>>({});
  const lines = useRef(new Map<string, boolean>());
  const stored = useRef(new Map<string, boolean>());

  async function send(userId: string): Promise<void> {
    let sent: boolean | undefined;
    for (let on = lines.current.get(userId); on !== undefined && on !== sent; on = lines.current.get(userId)) {
      const answer = await request(follow, { body: { user_id: userId, on } });
      sent = on;
      if (answer.data) {
        stored.current.set(userId, on);
        continue;
      }
      if (!isCertain(answer)) {
        stored.current.delete(userId);
        onUnsure();
      }
      setWanted((before) => ({ ...before, [userId]: stored.current.get(userId) }));
      break;
    }
    lines.current.delete(userId);
  }

  return {
    wanted: (userId) => wanted[userId],
    set(userId, on) {
      setWanted((before) => ({ ...before, [userId]: on }));
      const running = lines.current.has(userId);
      lines.current.set(userId, on);
      if (!running) void send(userId);
    },
  };
}
