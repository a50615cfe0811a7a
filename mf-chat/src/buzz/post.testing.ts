import type { BuzzComment, BuzzPost } from '@vimarsh/shared/contract/buzz/types.ts';

export const aPost = (change: Partial<BuzzPost> = {}): BuzzPost => ({
  id: 'p1',
  status: 'live',
  author: {
    user_id: 'exp_01',
    full_name: 'Lakshmi Rao',
    category: 'Analyst',
    reg_no: 'INH999900001',
    picture: '',
    verified: true,
    following: false,
  },
  text: 'Margins matter more than sales.',
  symbols: ['TCS'],
  call: null,
  conflicts: [],
  disclosure: 'Lakshmi Rao, Analyst, SEBI registration INH999900001. Declares no conflict of interest.',
  created_at: '2026-11-20T05:00:00.000Z',
  scheduled_at: null,
  published_at: '2026-11-20T05:00:00.000Z',
  edited_at: null,
  edit_until: null,
  removed: null,
  counts: { likes: 2, saves: 0, comments: 1 },
  mine: { author: false, liked: false, saved: false, reported: false },
  ...change,
});

export const aComment = (change: Partial<BuzzComment> = {}): BuzzComment => ({
  id: 'c1',
  post: 'p1',
  parent: null,
  author: { user_id: 'usr_1', name: 'Asha R.', category: '', verified: false, picture: '' },
  text: 'And what of costs?',
  at: '2026-11-20T06:00:00.000Z',
  removed: null,
  mine: { author: false, reported: false },
  ...change,
});

export const aMember = {
  id: 'usr_me',
  full_name: 'Zoya Ansari',
  profession: 'Retail Investor' as const,
  picture: '',
  email: '',
  verified: false,
  rank: null,
  is_admin: false,
};
export const ALL_RIGHTS = { post: true, comment: true, like: true };
export const READER_RIGHTS = { post: false, comment: true, like: true };
