const TIMES = ['0123456789', '1234067895', '2340178956', '3401289567', '4012395678', '5987604321', '6598710432', '7659821043', '8765932104', '9876543210'];
const MOVES = ['0123456789', '1576283094', '5803796142', '8916043527', '9453126870', '4286573901', '2793806415', '7046913258'];

/** The last digit makes an Aadhaar number pass Verhoeff's check, which a phone number rarely does. */
function checks(digits: string): boolean {
  let check = 0;
  for (const [at, digit] of [...digits].reverse().entries()) check = Number(TIMES[check]![Number(MOVES[at % 8]![Number(digit)])]);
  return check === 0;
}

/** Whether a text seems to contain a full Aadhaar number: twelve digits, grouped or not, that pass the check. */
export function holdsAadhaar(text: string): boolean {
  return [...text.matchAll(/(?<!\d)[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}(?!\d)/g)].some(([digits]) => checks(digits.replaceAll(/\D/g, '')));
}
