import type { RoomDeclaration } from '@vimarsh/shared/contract/socket/declare-topic.ts';
import type { NewsOf, RoomLine, RoomTopic } from '@vimarsh/shared/contract/socket/topics.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

export interface FollowedRoom<D extends RoomDeclaration> {
  /** `joining`: the line has not said yet. */
  readonly state: 'joining' | 'joined' | 'away' | 'gone';
  /** Sends one of the topic's events; false while the line does not carry the room. */
  readonly say: RoomSay<D>;
  /** Follows the room anew, which tries the line once more. */
  readonly reconnect: () => void;
}
type RoomSay<D extends RoomDeclaration> = (...event: Parameters<Extract<RoomLine<D>, { state: 'joined' }>['say']>) => boolean;

/** Follows one room of a topic while the component is mounted; null follows nothing. */
export function useRoomLine<D extends RoomDeclaration>(
  of: D,
  room: string | null,
  onNews: (news: NewsOf<RoomTopic<D>>) => void,
  onJoined?: (say: RoomSay<D>) => void,
): FollowedRoom<D> {
  const { line } = useSessionApi();
  const [followed, setFollowed] = useState<RoomLine<D> | null>(null);
  const [times, setTimes] = useState(0);
  const hear = useEffectEvent(onNews);
  const joined = useEffectEvent((say: RoomSay<D>) => onJoined?.(say));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` follows the room anew.
  useEffect(() => {
    if (room === null) return;
    setFollowed(null);
    return line.subscribe<RoomTopic<D>>(
      {
        topic: 'room',
        of,
        room,
        onLine: (line) => {
          setFollowed(line);
          if (line.state === 'joined')
            joined((...event) => {
              line.say(...event);
              return true;
            });
        },
      },
      (news) => hear(news),
    );
  }, [line, of, room, times]);
  const say: RoomSay<D> = useCallback(
    (...event) => {
      if (followed?.state !== 'joined') return false;
      followed.say(...event);
      return true;
    },
    [followed],
  );
  return { state: followed?.state ?? 'joining', say, reconnect: useCallback(() => setTimes((times) => times + 1), []) };
}
