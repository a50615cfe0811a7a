import { WAITS } from '@vimarsh/shared/kit/unsent.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import UserCheck from 'lucide-react/icons/user-round-check';
import UserPlus from 'lucide-react/icons/user-round-plus';

export interface FollowButtonProps {
  name: string;
  following: boolean | null;
  /** The last press waits for the server. */
  waits: boolean;
  onToggle: () => void;
  /** Icon only, for rows. */
  compact?: boolean;
  /** The first thing that can be done here. */
  primary?: boolean;
}

/** Follows or unfollows an expert. Not shown while the state is unknown, nor on the user's own calls. */
export function FollowButton({ name, following, waits, onToggle, compact = false, primary = false }: FollowButtonProps) {
  if (following === null) return null;
  const Icon = following ? UserCheck : UserPlus;
  return compact ? (
    <IconButton
      label={waits ? `Follow ${name}. ${WAITS}` : `Follow ${name}`}
      aria-pressed={following}
      {...(following && { title: `Following ${name}. Press to unfollow` })}
      onClick={onToggle}
    >
      <Icon size={20} aria-hidden="true" color={following ? 'var(--accent)' : undefined} />
    </IconButton>
  ) : (
    <>
      {/* What is read aloud begins with the word that is seen: who speaks to the page says that word. */}
      <Button
        kind={primary && !following ? 'primary' : 'quiet'}
        aria-pressed={following}
        aria-label={following ? `Following ${name}` : `Follow ${name}`}
        onClick={onToggle}
      >
        <Icon size={16} aria-hidden="true" />
        {following ? 'Following' : 'Follow'}
      </Button>
      {waits && <small>{WAITS}</small>}
    </>
  );
}
