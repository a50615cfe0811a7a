import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';

export const THEME_ICONS = { auto: SunMoon, light: Sun, dark: Moon } as const;
