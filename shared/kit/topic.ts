import { useEffect, useEffectEvent } from 'react';
import type { NewsOf, PageTopic } from '../contract/socket/topics.ts';
import { useSessionApi } from './session.ts';

/** Follows a topic on the page's socket while the component is mounted; null follows nothing. `onNews` may change each render. */
export function useTopic<T extends PageTopic>(topic: T | null, onNews: (news: NewsOf<T>) => void): void {
  const { line } = useSessionApi();
  const hear = useEffectEvent(onNews);
  const followed = JSON.stringify(topic);
  useEffect(() => {
    const of = JSON.parse(followed) as T | null;
    return of ? line.subscribe(of, (news) => hear(news)) : undefined;
  }, [line, followed]);
}
