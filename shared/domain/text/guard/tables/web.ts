/**
 * Sites whose addresses may be sent: public sources that anybody can check, none of which carries a talk on. A host below one of them is
 * of it. Every other address leads off the record and is stopped as a contact. Each is an example of itself.
 */
export const PUBLIC_SITES: ReadonlySet<string> = new Set([
  // Exchanges, depositories and regulators, where companies file their results.
  ...['nseindia.com', 'bseindia.com', 'mcxindia.com', 'nsdl.co.in', 'cdslindia.com', 'amfiindia.com', 'nism.ac.in', 'msei.in', 'niftyindices.com'],
  ...[
    'sebi.gov.in',
    'mca.gov.in',
    'rbi.org.in',
    'irdai.gov.in',
    'npci.org.in',
    'smartodr.in',
    'pib.gov.in',
    'incometax.gov.in',
    'gst.gov.in',
    'gov.in',
    'nic.in',
  ],
  // Papers that print what they say for everybody.
  ...['moneycontrol.com', 'indiatimes.com', 'livemint.com', 'business-standard.com', 'thehindubusinessline.com', 'thehindu.com', 'financialexpress.com'],
  ...['ndtvprofit.com', 'cnbctv18.com', 'reuters.com', 'bloomberg.com', 'indianexpress.com', 'screener.in', 'wikipedia.org', 'investopedia.com'],
]);

/** Companies that are called by their address: their name alone may be sent, a page of it not. Example: “Matrimony.com gained users”. */
export const NAMED_BY_SITE: ReadonlySet<string> = new Set(
  'matrimony.com naukri.com yatra.com amazon.com amazon.in makemytrip.com easemytrip.com policybazaar.com booking.com salesforce.com force.com bigbasket.com alibaba.com jd.com 99acres.com jeevansathi.com shaadi.com cleartrip.com goibibo.com monster.com cars24.com bookmyshow.com indiamart.com justdial.com zepto.com character.ai c3.ai overstock.com'.split(
    ' ',
  ),
);

/** Endings of an address that are no words: behind a name and a dot they are one. Example: “ananyarao.com”. */
export const SITE_ENDINGS: ReadonlySet<string> = new Set('com org io biz xyz edu gov dev ly gg cc ai ws ru cn uk eu tk ml ga cf asia mobi example'.split(' '));

/** Endings that are words too: with a gap, or where the text goes on, they are none. Example: the “in” of “It fell.in my view”. */
export const VAGUE_ENDINGS: ReadonlySet<string> = new Set(
  'net info app club online site website store shop blog in me co us is to at so live pro link page group chat tech space top vip money trade trading finance tv world life news email social academy guru expert investments'.split(
    ' ',
  ),
);

/** Words that send a reader to an address. Example: “visit ananya.live”. */
export const VISITS: readonly string[] = [
  ...['visit', 'see', 'open', 'check', 'website', 'site', 'web', 'url', 'page', 'log on', 'go to', 'register', 'browse', 'link', 'find me', 'blog', 'portal'],
  ...['dekho', 'dekhiye', 'kholo', 'kholiye', 'jao', 'jaiye', 'mere', 'meri', 'वेबसाइट', 'देखें', 'देखो', 'खोलें', 'खोलो', 'साइट', 'लिंक'],
];

/** Words before a spelled dot that make no address of it. Example: “the dot com bubble”. */
export const BEFORE_NO_SITE: ReadonlySet<string> = new Set('the a an of in and or on from like before after since during called for this that old'.split(' '));
