export type { AccountNews, TellPerson } from './account-news.ts';
export { createNotices, type Notices, type ToldNotice } from './create-notices.ts';
export type { Follower, Lots } from './order.ts';
export type { AlertFacts, CallFacts, ChatFacts, DailyPart, Facts, Happening, NoticeLetter, NoticeSource } from './source.ts';
