/** The zero of each script whose digits people here type: Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam, Meetei, Ol Chiki, Arabic, Urdu, full width. */
const ZEROS = [0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xabf0, 0x1c50, 0x660, 0x6f0, 0xff10];
/** Signs that nobody sees and that come along with what is copied: soft hyphens, zero-width signs, marks of direction and of encoding. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A text without these signs. In numbers, codes and addresses of mail they mean nothing. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** A text with digits of any of these scripts as 0 to 9, without signs nobody sees, and trimmed. */
export const plainDigits = (text: string): string =>
  withoutUnseen(text)
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0)!;
      const zero = ZEROS.find((each) => code >= each && code < each + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .trim();
