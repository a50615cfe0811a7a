/** Endings of UPI addresses that are words of nothing else. Example: “ravi@okaxis”. */
export const HANDLES: ReadonlySet<string> = new Set(
  'okaxis oksbi okhdfcbank okicici okhdfc okbizaxis ybl ibl axl apl yapl rapl ptyes ptaxis ptsbi pthdfc waaxis wasbi wahdfcbank waicici axisb axisbank hdfcbank yesbank yescred yesg superyes tapicici cnrb barodampay mahb kbl idfcbank idfcfirst freecharge jupiteraxis pingpay slice naviaxis timecosmos kotakbank kotak kmbl indus federal fbl rbl sbi icici hdfc axis upi paytm airtel jio fam jupiter postbank dbs hsbc citi pnb boi uboi unionbank bandhan abfspay ikwik payzapp gpay phonepe amazonpay cred bhim axisgo dlb equitas idbi iob kvb psb sib tjsb uco utbi aubank unitype sliceaxis shriramhdfcbank niyoicici yesfam trans okpnb valid pz'
    .split(' ')
    .map((word) => word.replace(/(.)\1+/g, '$1')),
);

/** Addresses of pages that take payments, by the words between their dots. Each is an example of itself. */
export const PAY_LINKS: readonly string[] = ['razorpay.me', 'rzp.io', 'paytm.me', 'instamojo.com', 'imjo.in', 'paypal.me', 'pages.razorpay.com', 'superprofile.bio', 'cosmofeed.com', 'payumoney.com', 'cashfree.com', 'phon.pe', 'p.paytm.me', 'buymeacoffee.com'];

/** Words of who asks to be paid past the platform, near a number or an address. Example: “gpay karo”. */
export const PAY_WORDS: readonly string[] = ['gpay', 'g pay', 'google pay', 'googlepay', 'phonepe', 'phone pe', 'phonpe', 'phn pe', 'paytm', 'pay tm', 'upi', 'upi id', 'vpa', 'bhim', 'gpe', 'fonepe', 'qr code', 'गूगल पे', 'फोनपे', 'फोन पे', 'पेटीएम', 'यूपीआई', 'जीपे', 'neft', 'imps', 'rtgs', 'pay on', 'payment on', 'pay to', 'transfer to'];

/** Words before the number of an account. Example: “a/c no 001234567890”. */
export const ACCOUNT_WORDS: readonly string[] = ['a c', 'ac no', 'ac', 'acc', 'acct', 'acc no', 'account', 'acount', 'accnt', 'acnt', 'account number', 'account no', 'a/c', 'a/c no', 'bank account', 'bank', 'khata', 'khata number', 'khata sankhya', 'khate', 'खाता', 'खाता संख्या', 'खाता नंबर', 'खाते', 'अकाउंट', 'neft', 'imps', 'rtgs', 'beneficiary', 'ifsc'];

/** Requests to pay a person past the platform. Example: “pay me directly”. */
export const PAY_ME: readonly string[] = [
  ...['pay me directly', 'pay me direct', 'pay directly to me', 'pay to me directly', 'pay me on gpay', 'pay me on phonepe', 'pay me on paytm', 'gpay me', 'phonepe me', 'pay me on upi', 'pay me by upi', 'pay me via upi', 'scan my qr', 'scan this qr', 'scan the qr', 'scan qr', 'my qr code', 'qr code bhej', 'qr bhej', 'qr scan', 'pay outside', 'pay in cash', 'pay cash', 'cash me dena', 'cash payment', 'upi pe bhej', 'upi kar do', 'upi karo', 'gpay kar', 'gpay karo', 'gpay kar do', 'gpay pe bhej', 'phonepe kar', 'phonepe karo', 'phonepe kar do', 'phonepe pe bhej', 'paytm kar', 'paytm karo', 'paytm kar do', 'google pay kar', 'google pay karo', 'g pay kar', 'g pay karo', 'direct pay', 'direct payment', 'mere account me', 'mere account mein', 'mere khate me', 'mere khate mein', 'my account directly', 'to my account', 'in my account', 'into my account', 'my personal account', 'मेरे खाते में', 'मेरे अकाउंट में', 'गूगल पे करें', 'गूगल पे करो', 'गूगल पे कर', 'जीपे करो', 'जीपे कर', 'फोनपे करो', 'फोनपे करें', 'फोनपे कर', 'पेटीएम करो', 'पेटीएम करें', 'पेटीएम कर', 'यूपीआई करो', 'यूपीआई करें', 'यूपीआई कर', 'क्यूआर स्कैन', 'क्यूआर कोड भेज', 'मुझे पैसे भेज'],
];
