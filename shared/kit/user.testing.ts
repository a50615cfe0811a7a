import { userEvent } from '@testing-library/user-event';

/**
 * A user who loses no time between two keys. `enter` fills a field at once, as a paste does, so that the screen is drawn once
 * and not once a character; what is about typing itself uses `type`.
 */
export function aUser(options: Parameters<typeof userEvent.setup>[0] = {}) {
  const user = userEvent.setup({ delay: null, ...options });
  const enter = async (field: Element, text: string): Promise<void> => {
    await user.click(field);
    await user.paste(text);
  };
  return { ...user, enter };
}

export type User = ReturnType<typeof aUser>;
