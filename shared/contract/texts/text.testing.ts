import type { TextDocument } from './types.ts';

/** A text with one section and one question, for tests. */
export const aText = (changes: Partial<TextDocument> = {}): TextDocument => ({
  title: 'FAQs',
  intro: 'Questions investors ask.',
  version: '1.0.0',
  effective: '2026-11-20',
  state: 'in-force',
  owner: 'Content and compliance team',
  source: 'Own wording',
  sections: [
    {
      id: 'calls',
      title: 'Calls',
      blocks: [],
      questions: [
        {
          id: 'what',
          question: 'What is a call?',
          answer: [{ kind: 'text', text: 'A piece of **research**. See [the terms](/retail-side/terms-condition).' }],
        },
      ],
    },
  ],
  versions: [{ version: '1.0.0', effective: '2026-11-20', state: 'in-force', changes: [], sections: [] }],
  ...changes,
});
