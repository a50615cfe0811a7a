/** Who has a case in hand, and until when it is to be decided. */
interface InHand {
  readonly assignee: string | null;
  readonly due_at: Date;
}

/**
 * How a moderator comes by a case: it is nobody’s (`free`) or theirs already (`own`), its assignee let it become `overdue` or moderates no
 * more (`left`); null while another one has it. Posts and chats have this one rule.
 */
export function takingOf({ assignee, due_at }: InHand, user_id: string, assigneeModerates: boolean, now: Date): 'free' | 'own' | 'overdue' | 'left' | null {
  if (assignee === null) return 'free';
  if (assignee === user_id) return 'own';
  if (!assigneeModerates) return 'left';
  return now > due_at ? 'overdue' : null;
}

/** Whether a moderator decides a case: its assignee alone, so that the history names who is answerable. */
export const decidesCase = ({ assignee }: Pick<InHand, 'assignee'>, user_id: string): boolean => assignee === user_id;
