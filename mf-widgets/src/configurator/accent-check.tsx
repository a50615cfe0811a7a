import { css } from '@emotion/react';
import { contrast, HOUSE_THEME, partnerTheme } from '@vimarsh/shared/domain/partners/theme.ts';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { useState } from 'react';

const samples = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-12);
  margin: var(--s-12) 0 0;
  padding: 0;
  list-style: none;
  & > li {
    flex: 1 1 220px;
    padding: var(--s-12);
    border: 1px solid var(--line);
    border-radius: var(--r-6);
    font-size: var(--t-13);
  }
`;
const GROUNDS = { light: { name: 'Light', surface: '#ffffff', ink: '#12161c' }, dark: { name: 'Dark', surface: '#151a21', ink: '#e8ecf2' } } as const;
const LEAST = 4.5;
const ratio = (value: number): string => `${value.toFixed(1)}:1`;

/** How `theme="partner"` uses a brand's colour: as it is where it can be read, else the nearest lightness that can. */
export function AccentCheck() {
  const [colour, setColour] = useState('#2d2e8d');
  const valid = /^#[0-9a-f]{6}$/i.test(colour);
  const theme = valid ? partnerTheme({ primaryColor: colour }) : null;
  return (
    <>
      <TextField
        label="Your brand’s colour"
        value={colour}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setColour(event.target.value.trim())}
        error={valid ? '' : 'Write # and six digits or letters a to f, e.g. #2d2e8d'}
        hint="It is kept with your access key; theme partner shows it."
      />
      {theme ? (
        <ul css={samples} aria-label="Contrast of the colour">
          {(['light', 'dark'] as const).map((mode) => {
            const { name, surface, ink } = GROUNDS[mode];
            const given = Math.min(contrast(colour, surface), contrast(colour, HOUSE_THEME[mode].onAccent));
            const { accent } = theme[mode];
            const kept = accent === colour.toLowerCase();
            return (
              <li key={mode} style={{ background: surface, color: ink }}>
                <strong style={{ color: accent }}>{name}</strong>: {ratio(given)}
                {kept
                  ? `, used as it is.`
                  : given < LEAST
                    ? `, under ${LEAST}:1. ${accent} is used instead.`
                    : `. ${accent} is used, which also reads on raised grounds.`}
              </li>
            );
          })}
        </ul>
      ) : null}
    </>
  );
}
