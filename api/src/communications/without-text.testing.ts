/** Tables of these features without a text of a person, each with the reason why no export has it. */
export const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  buzz_likes: 'Who liked a post: a sign, and not a text.',
  buzz_saves: 'What a reader keeps for later.',
  buzz_writes: 'Sums of what clients sent, so that nothing is kept twice.',
  chat_ready_answers: 'Short answers that an expert keeps. Nobody else reads one before it is sent, and then it is a message of its room.',
};
