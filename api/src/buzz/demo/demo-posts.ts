import type { Conflict } from '@vimarsh/shared/contract/buzz/types.ts';

export interface DemoComment {
  readonly by: string;
  readonly text: string;
  /** The comment before it, among the post’s comments from 0, that this one answers. */
  readonly answers?: number;
}

export interface DemoPost {
  readonly by: string;
  /** Before the demo’s first start. */
  readonly hours: number;
  readonly text: string;
  readonly symbols?: readonly string[];
  readonly conflicts?: readonly Conflict[];
  /** The author’s latest call that has ended is attached. */
  readonly call?: true;
  readonly comments?: readonly DemoComment[];
  readonly likes?: readonly string[];
}

const EVERYBODY = ['usr_free', 'usr_lite', 'usr_premium', 'usr_pro', 'usr_chat', 'usr_promo'];

/** Posts of the demo’s experts: how they work and what they got wrong. No post names a level, and none promises anything. */
export const DEMO_POSTS: readonly DemoPost[] = [
  {
    by: 'exp_01',
    hours: 3,
    text: 'Before results I write down two numbers: what the market seems to expect, and what would prove me wrong. If I can’t name the second one, I leave the stock alone. The exercise takes ten minutes and has kept me out of more trouble than any indicator.',
    comments: [
      { by: 'usr_premium', text: 'How do you find out what the market expects? Is it the consensus of analysts?' },
      {
        by: 'exp_01',
        text: 'Partly. I also look at what the share did in the four weeks before. A strong run means that good news is in the price.',
        answers: 0,
      },
      { by: 'usr_lite', text: 'I started doing this last quarter. Writing it down is the hard part.' },
    ],
    likes: EVERYBODY,
  },
  {
    by: 'exp_08',
    hours: 8,
    text: 'Cash flow is where I begin with any company. Profit is an opinion; cash from operations over five years is closer to a fact. When the two drift apart for more than two years, I want to know why before I read anything else.',
    likes: ['usr_free', 'usr_premium', 'usr_pro'],
  },
  {
    by: 'exp_05',
    hours: 12,
    text: 'A warning letter from a foreign regulator is not the same as an import ban, and headlines mix them up. Read which plant it names, how much of the revenue comes from there, and how long the last remediation took. The answer is in the annual report more often than in the news.',
    symbols: ['SUNPHARMA'],
    conflicts: ['holds'],
    comments: [
      { by: 'usr_pro', text: 'Where in the annual report do plants stand? I never found the list.' },
      { by: 'exp_05', text: 'Look for the section on manufacturing facilities, and for the notes on contingent liabilities.', answers: 0 },
    ],
    likes: ['usr_premium', 'usr_pro'],
  },
  {
    by: 'exp_10',
    hours: 21,
    text: 'On defined risk: a spread does not make a bad view good. It only tells you on the first day how much the bad view can take from you. I decide on that amount first and choose the strikes from it, never the other way round.',
    likes: ['usr_pro', 'usr_chat'],
  },
  {
    by: 'exp_09',
    hours: 27,
    text: 'The call below has ended, and its record is public whatever the result. What I take from it: I was early, and being early costs as much as being wrong. Next time I wait for the second weak quarter before I write that sentiment is too bad.',
    call: true,
    comments: [{ by: 'usr_premium', text: 'Thank you for going through it in public. Few do.' }],
    likes: ['usr_free', 'usr_lite', 'usr_premium', 'usr_pro'],
  },
  {
    by: 'exp_04',
    hours: 33,
    text: 'Three lines of a bank’s results that I read before the profit: slippages, the share of low-cost deposits, and what was written off against what was recovered. Net profit can be moved for a quarter. These three rarely are.',
    symbols: ['HDFCBANK', 'ICICIBANK'],
    comments: [{ by: 'usr_pro', text: 'Do you look at them per quarter or for the whole year?' }],
    likes: ['usr_lite', 'usr_pro'],
  },
  {
    by: 'exp_03',
    hours: 46,
    text: 'Cheap is not a reason. I ask why the seller sells. If the answer is that the business has no growth left, a low multiple is fair. If the answer is that everybody is bored, I start to read.',
    likes: ['usr_free'],
  },
  {
    by: 'exp_02',
    hours: 55,
    text: 'Most of my losing days have the same shape: the first idea failed, and the second one was an answer to the first. I stop after two failed trades now. The rule is dull, which is why it works for me.',
    comments: [
      { by: 'usr_promo', text: 'What do you do with the rest of the day?' },
      { by: 'exp_02', text: 'I write down what happened, and close the screen.', answers: 0 },
    ],
    likes: EVERYBODY.slice(1),
  },
  {
    by: 'exp_07',
    hours: 70,
    text: 'In small companies liquidity is part of the risk. Before anything else I check how many days it would take to leave at a tenth of the usual volume. Beyond five days I do not write about the company at all.',
    likes: ['usr_lite', 'usr_premium'],
  },
  {
    by: 'exp_01',
    hours: 76,
    text: 'A call of mine that has ended, and how it went by its record. I name what I expected, what happened, and which of the two surprised me. You find the signed events behind the card.',
    call: true,
    likes: ['usr_premium'],
  },
  {
    by: 'exp_11',
    hours: 95,
    text: 'Time decay is not income. It is payment for a risk that shows itself rarely and then all at once. Whoever writes options should look at the worst week of the last ten years before looking at the average one.',
    comments: [{ by: 'usr_pro', text: 'The average week is what the brochures show.' }],
    likes: ['usr_pro', 'usr_chat', 'usr_premium'],
  },
  {
    by: 'exp_08',
    hours: 118,
    text: 'Management quality is hard to measure, so I measure what it leaves behind: related-party deals, how often targets were changed, and whether bad quarters were explained in the same detail as good ones.',
    symbols: ['TITAN'],
    conflicts: ['holds'],
    likes: ['usr_free', 'usr_lite'],
  },
  {
    by: 'exp_12',
    hours: 130,
    text: 'My first week here. I will write about industrial companies, say when I own what I write about, and go through every call of mine after it has ended. Questions are welcome below.',
    comments: [{ by: 'usr_lite', text: 'Welcome. Will you cover railways, too?' }],
    likes: ['usr_lite', 'usr_promo'],
  },
];
