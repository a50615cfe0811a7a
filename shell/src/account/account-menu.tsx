import { css } from '@emotion/react';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import type { SessionUser } from '@vimarsh/shared/session';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { useOtherLanguage } from '@vimarsh/shared/ui/fields/language-switch.tsx';
import { Menu, type MenuItem } from '@vimarsh/shared/ui/floats/menu.tsx';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import Languages from 'lucide-react/icons/languages';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import type { MenuHere } from '../menu/use-menu.ts';
import { chooseTheme, THEMES, type ThemeChoice, themeChoice } from '../theme/theme-choice.ts';
import { THEME_ICONS } from '../theme/theme-icons.ts';
import { planWords } from './plan-words.ts';

const whoCss = css`
  display: grid;
  gap: 2px;
  font-size: var(--t-12);
  color: var(--ink-2);
  & b {
    overflow-wrap: anywhere;
    font-size: var(--t-14);
    font-weight: 600;
    color: var(--ink);
  }
`;

export interface AccountMenuProps {
  menu: Pick<MenuHere, 'own' | 'signOut'>;
  /** Null while the profile is not known. */
  user: SessionUser | null;
}

/** Whose account this is and its plan, what it may open, how the page looks and speaks, and the way out. From 880 px, where it has its place in the head. */
export function AccountMenu({ menu, user }: AccountMenuProps) {
  const session = useSession();
  const language = useOtherLanguage();
  const [theme, setTheme] = useState(themeChoice);
  const name = user?.full_name ?? '';
  const items: MenuItem[] = [
    ...menu.own.map(({ label, to }) => ({ key: to, label, to })),
    { key: 'alerts', label: 'Alerts', onSelect: () => void session.emit('notices.asked', { shown: 'alerts' }) },
    {
      key: 'theme',
      label: 'Theme',
      value: theme,
      options: THEMES.map(({ value, label }) => {
        const Icon = THEME_ICONS[value];
        return { value, label, icon: <Icon size={16} aria-hidden="true" /> };
      }),
      onChange: (value) => {
        chooseTheme(value as ThemeChoice);
        setTheme(value as ThemeChoice);
      },
    },
    { key: 'language', label: language.name, lang: language.lang, icon: <Languages size={16} aria-hidden="true" />, onSelect: language.choose },
    ...(menu.signOut ? [{ key: 'out', label: 'Logout', icon: <LogOut size={16} aria-hidden="true" />, onSelect: () => void session.signOut() }] : []),
  ];
  return (
    <Menu
      trigger={
        <IconButton label={name ? `Your account: ${name}` : 'Your account'}>
          <CircleUserRound size={20} aria-hidden="true" />
        </IconButton>
      }
      head={
        <span css={whoCss}>
          <b>{name || 'Your account'}</b>
          {planWords(session, Date.now()).map((words) => (
            <span key={words}>{words}</span>
          ))}
        </span>
      }
      items={items}
    />
  );
}
