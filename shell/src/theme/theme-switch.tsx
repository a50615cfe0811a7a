import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { useState } from 'react';
import { rowCss } from '../frame/row.ts';
import { chooseTheme, nextTheme, themeChoice } from './theme-choice.ts';
import { THEME_ICONS } from './theme-icons.ts';

const NAMES = { auto: 'as the device', light: 'light', dark: 'dark' } as const;

/** Each press moves on: as the device, light, dark. `wide` adds a text beside the icon. */
export function ThemeSwitch({ wide = false }: { wide?: boolean }) {
  const [choice, setChoice] = useState(themeChoice);
  const Icon = THEME_ICONS[choice];
  const label = `Theme: ${NAMES[choice]}`;
  const move = () => {
    const next = nextTheme(choice);
    chooseTheme(next);
    setChoice(next);
  };
  return wide ? (
    <button type="button" css={rowCss} onClick={move}>
      <Icon size={20} aria-hidden="true" />
      {label}
    </button>
  ) : (
    <IconButton label={`${label}. Switch to ${NAMES[nextTheme(choice)]}`} onClick={move}>
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  );
}
