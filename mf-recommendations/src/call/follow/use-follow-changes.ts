import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import { follow } from '@vimarsh/shared/contract/identity/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { dropUnsent, sendWhenBack, WAITS } from '@vimarsh/shared/kit/unsent.ts';
import { useRef, useState } from 'react';

export interface FollowChanges {
  /** What the caller last wanted of an expert; undefined where the server's word stands. */
  readonly wanted: (userId: string) => boolean | undefined;
  /** The server could not be reached; what is wanted is sent when it is there again. */
  readonly waits: (userId: string) => boolean;
  readonly set: (userId: string, on: boolean) => void;
}

/**
 * Whom the caller follows anew or no longer. A change is seen at once and sent behind it, one at a time for each expert, so that the last
 * one wanted is the one that is stored. One that is refused is taken back, and one that finds no server waits for it. After one whose end is
 * not known otherwise the server is asked what stands.
 */
export function useFollowChanges(onUnsure: () => void): FollowChanges {
  const { request, snapshot, notify } = useSessionApi();
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean | undefined>>>({});
  const [waiting, setWaiting] = useState<Readonly<Record<string, boolean>>>({});
  const lines = useRef(new Map<string, boolean>());
  const stored = useRef(new Map<string, boolean>());

  async function send(userId: string, pressed: boolean): Promise<void> {
    let sent: boolean | undefined;
    for (let on = lines.current.get(userId); on !== undefined && on !== sent; on = lines.current.get(userId)) {
      const answer = await request(follow, { body: { user_id: userId, on } }, { quiet: 'unreachable' });
      sent = on;
      const away = answer.code === 'UNREACHABLE';
      setWaiting((before) => ({ ...before, [userId]: away }));
      if (away) {
        if (pressed) notify({ kind: 'info', title: WAITS, text: '', ms: 3000 });
        wait(userId, lines.current.get(userId) ?? on);
        break;
      }
      dropUnsent(userId);
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

  /** Following is the same however often it is asked for, so that a request whose answer was lost may be sent again. */
  function wait(userId: string, on: boolean): void {
    const who = snapshot().user?.id;
    sendWhenBack(userId, () => {
      if (lines.current.has(userId) || snapshot().user?.id !== who) return;
      lines.current.set(userId, on);
      void send(userId, false);
    });
  }

  return {
    wanted: (userId) => wanted[userId],
    waits: (userId) => waiting[userId] ?? false,
    set(userId, on) {
      setWanted((before) => ({ ...before, [userId]: on }));
      const running = lines.current.has(userId);
      lines.current.set(userId, on);
      if (!running) void send(userId, true);
    },
  };
}
