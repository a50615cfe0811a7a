import { hoursOn } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Declaration } from './calendar-rows.ts';
import { sessionHours } from './session-hours.ts';

/** Times beside the hours, as an operator gives them. */
export interface GivenTimes {
  readonly preopen?: string | undefined;
  readonly 'fno-close'?: string | undefined;
  /** `none`: there is no closing auction. */
  readonly 'auction-end'?: string | undefined;
  readonly post?: string | undefined;
  readonly 'options-close'?: string | undefined;
}

/** The declaration in an operator's words, with its reason; or the sentence that says why the words are none. */
export function readDeclaration(what: string, words: readonly string[], times: GivenTimes): { says: Declaration | null; left: string } {
  const [first = '', second = '', ...more] = words;
  const day = first;
  if (what === 'withdraw') {
    if (!/^[1-9]\d{0,8}$/.test(first)) return { says: null, left: 'Name the number of the row to withdraw: npm run calendar -- list shows them.' };
    return { says: { kind: 'withdraw', day: '2000-01-01', withdraws: Number(first) }, left: words.slice(1).join(' ') };
  }
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return { says: null, left: `Name a day such as 2026-12-04 behind “${what}”.` };
  if (what === 'close' || what === 'open') return { says: { kind: what, day }, left: words.slice(1).join(' ') };
  const left = more.join(' ');
  if (what === 'expiry') {
    if (!/^\d{4}-\d\d-\d\d$/.test(second)) return { says: null, left: 'Name the day on which they expire instead, such as 2026-12-28.' };
    return { says: { kind: 'expiry', day, moved_to: second }, left };
  }
  if (what !== 'session' && what !== 'hours') return { says: null, left: `“${what}” is nothing that can be declared.` };
  const hours = sessionHours(second, times.preopen);
  if (!hours) return { says: null, left: `“${second}” are no hours such as 18:00-19:00.` };
  if (what === 'session') return { says: { kind: 'session', day, hours }, left };
  const rule = hoursOn(day);
  const post = times.post === undefined ? null : sessionHours(times.post, '');
  if (times.post !== undefined && !post) return { says: null, left: `“${times.post}” are no hours such as 15:50-16:00.` };
  const auctionEnd = times['auction-end'] === 'none' ? null : (times['auction-end'] ?? rule.auctionEnd);
  return {
    says: {
      kind: 'hours',
      day,
      hours: {
        from: day,
        preopen: times.preopen ?? rule.preopen,
        open: hours.open,
        close: hours.close,
        fnoClose: times['fno-close'] ?? rule.fnoClose,
        auctionEnd,
        post: post ? [post.open, post.close] : rule.post,
        optionsClose: times['options-close'] ?? rule.optionsClose,
      },
    },
    left,
  };
}
