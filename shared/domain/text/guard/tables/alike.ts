/**
 * Letters of other scripts, small capitals and signs that are read as Latin ones: the first row's letters look like the second's at
 * the same place. An example: the “а” of “guarаnteed” may be Cyrillic.
 */
const ALIKE_ROWS: readonly (readonly [letters: string, latin: string])[] = [
  // Cyrillic and its neighbours.
  ['аеорсухіјѕԁкмтһӏԛԝвнпгязєүұѵ', 'aeopcyxijsdkmthlqwbhnrr3eyyv'],
  // Greek.
  ['αορκιτυνηγεβρμχωςζ', 'aopkituvnyebpmxwsz'],
  // Latin letters of phonetics, and those without a dot or with a hook.
  ['ɡıɑɩɛɔɴɪʟøłđħŧƅɓɗɠɦƙɱɲƥʂƭʋƴʐ', 'giaieoniloldhtbbdghkmnpstvyz'],
  // Small capitals.
  ['ᴀʙᴄᴅᴇꜰɢʜᴊᴋᴍᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghjkmoprstuvwyz'],
  // Signs: a one-dot leader, an ideographic stop, the dashes and quotes of typesetting.
  ['․。•·∙‧‐‑‒–—―−’‘＇`´', "......-------'''''"],
];

export const ALIKE: ReadonlyMap<string, string> = new Map(
  ALIKE_ROWS.flatMap(([letters, latin]) => [...letters].map((letter, at) => [letter, latin[at]!] as const)),
);

/** Digits and signs that stand for letters within a word: “guarant33d”, “t@rget”. Letters that look alike share one form. */
export const LEET: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' },
  ...{ '@': 'a', $: 's', '!': 'l', '|': 'l', '€': 'e', '+': 't', '(': 'c', i: 'l' },
};
