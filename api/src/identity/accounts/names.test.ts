import { isWithin } from '@vimarsh/shared/domain/slowness.testing.ts';
import { expect, test } from 'vitest';
import { isSeenWhole } from '../../platform/text/seen-text.ts';
import { plainName, refuseBadge } from './names.ts';

test.each([
  ['a zero-width space', 'A\u200bB', false],
  ['a joiner between Latin letters', 'A\u200dB', false],
  ['a joiner at the end', 'Asha\u200d', false],
  ['a byte order mark', 'As\ufeffha', false],
  ['a soft hyphen', 'As\u00adha', false],
  ['a word joiner', 'As\u2060ha', false],
  ['a filler that draws nothing', '\u3164', false],
  ['letters of a flag', 'A\u{e0041}', false],
  ['our badge', 'Asha Rao ✔', false, true],
  ['our badge as an emoji', 'Asha ✅', false, true],
  ['a ballot box', '☑️ Asha', false, true],
  ['the word', 'Asha Rao (Verified)', false, true],
  ['the word in Cyrillic letters', 'Asha Rao Vеrіfіеd', false, true],
  ['the word in full-width letters', 'Asha Rao Ｖｅｒｉｆｉｅｄ', false, true],
  ['the word in letters of mathematics', 'Asha Rao 𝐕𝐞𝐫𝐢𝐟𝐢𝐞𝐝', false, true],
  ['the word in small capitals', 'Asha Rao ᴠᴇʀɪꜰɪᴇᴅ', false, true],
  ['the word in circles', 'Asha Rao ⓥⓔⓡⓘⓕⓘⓔⓓ', false, true],
  ['the word with accents', 'Asha Rao Vérifìed', false, true],
  ['the word with figures', 'Asha Rao Ver1f1ed', false, true],
  ['the word in squares', 'Ravi 🆅🅴🆁🅸🅵🅸🅴🅳', false, true],
  ['the word in dark circles', 'Ravi 🅥🅔🅡🅘🅕🅘🅔🅓', false, true],
  ['the word in letters of flags', 'Ravi 🇻🇪🇷🇮🇫🇮🇪🇩', false, true],
  ['an old Cyrillic letter in the word', 'Ravi Ѵerified', false, true],
  ['the same with a double grave', 'Ravi Ѷerified', false, true],
  ['a Cherokee letter in the word', 'Ravi Ꮩerified', false, true],
  ['a small Cherokee letter in the word', 'Ravi ꮩerified', false, true],
  ['a syllable of Cree in the word', 'Ravi ᐯerified', false, true],
  ['a Lisu letter in the word', 'Ravi ꓦerified', false, true],
  ['a sign of logic in the word', 'Ravi ∨erified', false, true],
  ['an Arabic seven in the word', 'Ravi ٧erified', false, true],
  ['a letter of phonetics in the word', 'Ravi Veɾified', false, true],
  ['strokes in the word', 'Ravi Vɇrɨfɨɇđ', false, true],
  ['a mark of another script in the word', 'Ravi V\u093cerified', false, true],
  ['the word in French', 'Ravi Vérifié', false, true],
  ['the word without a blank before it', 'RaviVerified', false, true],
  ['the word between strokes', 'Ravi V/E/R/I/F/I/E/D', false, true],
  ['a check mark of a set of pixels', 'Ravi \u{1fbb1}', false, true],
  ['a star', 'Ravi ★', false, true],
  ['a trade mark', 'Ravi™', false, true],
  ['an accent alone', 'Ravi ^', false, true],
  ['the regulator in Lisu letters', 'ꓢꓰꓐꓲ Rajesh', false, true],
  ['the regulator in small capitals', 'ꜱᴇʙɪ Rajesh', false, true],
  ['the word letter by letter', 'Asha Rao V.E.R.I.F.I.E.D', false, true],
  ['the word in Hindi', 'आशा राव सत्यापित', false, true],
  ['the word in Hindi with a joiner', 'आशा राव सत्\u200dयापित', false, true],
  ['the English word in Hindi letters', 'आशा राव वेरिफ़ाइड', false, true],
  ['the regulator', 'SEBI Officer', false, true],
  ['the regulator in small letters', 'sebi support', false, true],
  ['the regulator in Cyrillic letters', 'ЅЕВІ Rajesh', false, true],
  ['the regulator in Greek letters', 'SΕΒΙ Rajesh', false, true],
  ['the regulator with full stops', 'S.E.B.I. Delhi', false, true],
  ['the regulator in Hindi', 'सेबी अधिकारी', false, true],
  ['the regulator alone', 'Sebi', false, true],
  ['an exchange', 'NSE India', false, true],
  ['another exchange', 'Team bse', false, true],
  ['this site', 'Vimarsh Support', false, true],
  ['this site in other letters', 'Vіmаrsh Ｔｅａｍ', false, true],
  ['this site in Hindi', 'विमर्श टीम', false, true],
  ['this site alone', '(Vimarsh)', false, true],
  ['a syllable of Cree that looks like an E', 'Ravi ᐯᗴᖇIᖴIᗴᗪ', false, true],
  ['a letter that looks like a check mark', 'Ravi ꪜ', false, true],
  ['a Chinese sign in the word', 'Ravi V乇rified', false, true],
  ['a Cyrillic letter with a hook in the word', 'Ravi vҿrifiҿd', false, true],
  ['another Cherokee letter in the word', 'Ravi ꮙerified', false, true],
  ['the word in Hindi with a gap', 'आशा राव स त्यापित', false, true],
  ['the English word in Hindi with another vowel', 'आशा राव वैरिफाइड', false, true],
  ['the same with another end', 'आशा राव वेरिफ़ायड', false, true],
  ['the regulator with a low line', 'SEBI_Officer', false, true],
  ['this site with a low line', 'Vimarsh_Support', false, true],
  ['the regulator and an office in one word', 'SEBIOfficer', false, true],
  ['this site and an office in one word', 'Vimarshsupport', false, true],
  ['the regulator with middle dots', 'S·E·B·I Officer', false, true],
  ['the regulator with dashes', 'S—E—B—I', false, true],
  ['the regulator with strokes', 'S/E/B/I', false, true],
  ['the regulator with low lines', 'S_E_B_I', false, true],
  ['the regulator with apostrophes', "S'E'B'I", false, true],
  ['a figure for its first letter', '5EBI Officer', false, true],
  ['a figure for its last letter', 'Ravi SEB1', false, true],
  ['a small letter for its last', 'SEBl Officer', false, true],
  ['a syllable of Cree in it', 'Ravi ᔕEBI', false, true],
  ['an exchange letter by letter', 'N S E India', false, true],
  ['an office of it', 'N.S.E. Official', false, true],
  ['a figure in the name of this site', 'V1marsh Support', false, true],
  ['another script in a word', 'Ravi Шarma', false, true],
  ['a person called as this site is', 'Vimarsh Jain', true],
  ['the same in Hindi', 'विमर्श जैन', true],
  ['a person called as the regulator is', 'Sebi Thomas', true],
  ['names that hold these letters', 'Joseph Sebin Bsearav Nsengi', true],
  ['a surname that is an office', 'Asha Adhikari', true],
  ['initials', 'N. S. E. Rao', true],
  ['an accent', 'José D’Souza', true],
  ['Cyrillic', 'Сергей Иванов', true],
  ['Hindi with joiners', 'शर्मा क्‍ष', true],
  ['Malayalam with a joiner at its end', 'അവന്‍', true],
  ['Urdu with a non-joiner', 'می\u200cرا', true],
  ['an emoji of several', '👩‍💻', false, true],
  ['an apostrophe and a full stop', 'K. D’Souza', true],
  ['a grave accent for an apostrophe', 'K. D`Souza', true],
  ['an acute accent for an apostrophe', 'K. D´Souza', true],
  ['letters with strokes', 'Đorđe Ħili Weiß', true],
  ['Greek', 'Νίκος Βενιζέλος', true],
  ['Armenian', 'Տիգրան Հարությունյան', true],
])('%s in a person’s name, and in anything that is written', (_what, value, named, written = named) => {
  const takes = (name: string) => {
    try {
      refuseBadge(name);
      return isSeenWhole(name);
    } catch {
      return false;
    }
  };
  expect(takes(value)).toBe(named);
  expect(isSeenWhole(value)).toBe(written);
  expect(takes(plainName(value))).toBe(true);
});

test.each([
  'Sebin Joseph',
  'Sebastian Kurian',
  'Sebi Mathew',
  'Bsenthil Kumar',
  'Nsengiyumva Jean',
  'Anselm Lobo',
  'Ravi Verma',
  'Vera Fernandes',
  'Verity Shah',
  'Vimarsha Hegde',
  'Vimarshini Rao',
  'Officer Singh',
  'B. S. E. Reddy',
  'N S Eswaran',
  'S. E. Balan',
  'S. E. B. Iyer',
  'Prosenjit Das',
  'Manager Singh',
  'Captain Pro',
  'Teamir Khan',
  'Desmond Care',
  'Sunita Sahay',
  'Sahayata Devi',
  'Promila Kapoor',
  'India Mishra',
  'Bharat Exchange',
  'O’Brien',
  'D. P. Sharma (Retd.)',
  'Maria-José Pinto',
  'Müller',
  'Łukasz Żak',
  'Nguyễn Văn An',
  'Đỗ Thị Hương',
  'Søren Kjær',
  'İbrahim Öztürk',
  'José D’Souza',
  'Al-Hassan',
  'अनिल कुमार',
  'वेरा फर्नांडिस',
  'सत्या नारायण',
  'सत्यपाल सिंह',
  'प्रमिला देवी',
  'সুব্রত রায়',
  'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  'ધીરુભાઈ પટેલ',
  'ସୁବ୍ରତ ଦାସ',
  'சுந்தர் பிச்சை',
  'సత్య నాదెళ్ల',
  'ಕನ್ನಡಿಗ ರಾವ್',
  'അനിൽ കുമാർ',
  'محمد علی',
  'Сергей Иванов',
  'Νίκος',
  'Տիգրան',
  'გიორგი',
  '田中 太郎',
  'タナカ',
  '김민준',
  'สมชาย',
  'አበበ',
  'ᱥᱟᱱᱛᱟᱞ',
  'A. P. J. Abdul Kalam',
  'S. Ravi अय्यर',
  'Ravi 2nd',
  'Elon X Æ A12',
])('%s is a name', (name) => {
  expect(() => refuseBadge(name)).not.toThrow();
  expect(plainName(name)).toBe(name);
});

test('of a name that somebody else vouches for, what may not stand in it is left out', () => {
  expect(plainName(' Asha\u200b  Rao ✔️ (VERIFIED)\n')).toBe('Asha Rao ()');
  expect(plainName('शर्मा क्‍ष')).toBe('शर्मा क्‍ष');
  expect(plainName('Asha Rao Vеrіfіеd')).toBe('Asha Rao');
  expect(plainName('SEBI Officer Rao')).toBe('Officer Rao');
  expect(plainName('VIMARSH JAIN')).toBe('VIMARSH JAIN');
  expect(plainName('Сергей Иванов')).toBe('Сергей Иванов');
  expect(plainName('Asha★Rao 👩‍💻')).toBe('Asha Rao');
  expect(plainName('Asha Rao 🆅🅴🆁🅸🅵🅸🅴🅳')).toBe('Asha Rao');
  expect(plainName('Asha Rao Ѵerified')).toBe('Asha Rao');
});

test.each([
  ['letters of the word and signs for others', 'ver', '!'],
  ['the word without its end', '', 'v.e.r.i.f.'],
  ['accents', '', 'e\u0301'],
  ['initials', '', 's.e.b.'],
  ['gaps', 'सत्', '. '],
  ['figures', '', '5E8'],
  ['words', '', 'Шa '],
])('a name of 20,000 %s is read within 50 ms of the processor', (_what, begin, piece) => {
  const name = begin + piece.repeat(20_000 / piece.length);
  const before = process.threadCpuUsage();
  plainName(name);
  const { user, system } = process.threadCpuUsage(before);
  expect(isWithin((user + system) / 1000, 50)).toBe(true);
});

test.each([
  ['Ravi 🙂', 'Leave out emoji and other symbols, check marks too: a name is written in letters.'],
  ['Ravi ✓', 'Leave out emoji and other symbols, check marks too: a name is written in letters.'],
  ['Ravi Шarma', 'Write each word of your name in the letters of one language.'],
  ['Ravi Verified', 'Leave out the word “verified”: who is verified is shown beside the name.'],
])('%s is told what to leave out', (name, sentence) => {
  expect(() => refuseBadge(name)).toThrow(expect.objectContaining({ options: expect.objectContaining({ validation: sentence }) }));
});
