import type { Zone } from './instant.ts';

/**
 * The zone with a name, or undefined for an unknown name. A name in use in several parts of the world (CST, IST, BST)
 * means the most frequent zone in feeds: America's, India's, Britain's.
 */
export function zoneNamed(name: string): Zone | undefined {
  return NAMES.get(name);
}

/** The number of words at the beginning of a text that name a zone (`eastern standard time`), and the zone. */
export function zonePhraseAt(
  words: readonly string[],
): { readonly zone: Zone; readonly words: number } | null {
  for (let count = Math.min(words.length, MAX_PHRASE_WORDS); count > 0; count--) {
    const zone = NAMES.get(words.slice(0, count).join(' '));
    if (zone !== undefined) return { zone, words: count };
  }
  return null;
}

/** Hours east of Greenwich, then the abbreviations and names. */
const BY_HOURS: readonly (readonly [number, string])[] = [
  [0, 'z|gmt|utc|ut|uct|wet|egst|zulu|coordinated universal time|greenwich mean time|universal time'],
  [1, 'cet|met|mez|mewt|swt|bst|west|wat|cet standard|central european time|central european standard time'],
  [1, 'british summer time|hec|west africa time'],
  [2, 'cest|mest|mesz|eet|sast|cat|mest|central european summer time|eastern european time|hoec'],
  [2, 'south africa standard time'],
  [
    3,
    'eest|msk|мск|eat|trt|idt|ast riyadh|fet|eastern european summer time|moscow standard time|moscow time',
  ],
  [3.5, 'irst'],
  [4, 'msd|gst|azt|get|samt|mut|sct|ret|gulf standard time'],
  [4.5, 'irdt|aft'],
  [5, 'pkt|uzt|yekt|mvt|tjt|tmt'],
  [5.5, 'ist|slst|india standard time'],
  [5.75, 'npt'],
  [6, 'omst|bdst|btt|kgt|almt'],
  [6.5, 'mmt'],
  [7, 'ict|wib|novt|krat|hovt'],
  [8, 'hkt|sgt|myt|pht|awst|irkt|wita|ulat|bnt|china standard time|singapore standard time'],
  [9, 'jst|kst|yakt|wit|tlt|japan standard time|korea standard time'],
  [9.5, 'acst'],
  [10, 'aest|vlat|chst|pgt|australian eastern standard time'],
  [10.5, 'acdt|lhst'],
  [11, 'aedt|magt|sbt|nct|australian eastern daylight time'],
  [12, 'nzst|pett|fjt'],
  [13, 'nzdt|phot|tot'],
  [-1, 'azot|cvt|egt'],
  [-2, 'brst|uyst|fnt|pmdt'],
  [-2.5, 'ndt|hat'],
  [-3, 'brt|art|adt|clst|uyt|gft|pyst|srt|pmst|rott|atlantic daylight time|hora oficial argentina'],
  [-3.5, 'nst|hnt'],
  [-4, 'ast|edt|clt|bot|vet|pyt|gyt|hna|amt|hae|eastern daylight time|atlantic standard time'],
  [-5, 'est|cdt|cot|pet|ect|hne|hac|eastern standard time|central daylight time'],
  [-6, 'cst|mdt|galt|hnc|har|central standard time|mountain daylight time'],
  [-7, 'mst|pdt|hnr|hap|mountain standard time|pacific daylight time'],
  [-8, 'pst|akdt|hnp|pacific standard time|alaska daylight time'],
  [-9, 'akst|hdt|hadt|alaska standard time'],
  [-10, 'hst|hast|ckt|taht|hawaii standard time'],
  [-11, 'sst|nut'],
  // The letters of RFC 822, with its signs, which feeds still use.
  ...[...'abcdefghiklm'].map((letter, index) => [-(index + 1), letter] as const),
  ...[...'nopqrstuvwxy'].map((letter, index) => [index + 1, letter] as const),
];

/** Names for both halves of the year: the date decides whether summer time applies. */
const NAMES_BY_ZONE: readonly (readonly [string, string])[] = [
  ['america/new_york', 'et|eastern|eastern time|est5edt|us eastern'],
  ['america/chicago', 'ct|central|central time|cst6cdt'],
  ['america/denver', 'mt|mountain|mountain time|mst7mdt'],
  ['america/los_angeles', 'pt|pacific|pacific time|pst8pdt'],
  ['america/halifax', 'at|atlantic|atlantic time'],
  ['europe/london', 'uk time|gmt/bst'],
  ['europe/paris', 'cet/cest|paris time'],
];

const NAMES: ReadonlyMap<string, Zone> = new Map<string, Zone>([
  ...BY_HOURS.flatMap(([hours, names]) => names.split('|').map(name => [name, hours * 60] as const)),
  ...NAMES_BY_ZONE.flatMap(([zone, names]) => names.split('|').map(name => [name, zone] as const)),
]);
const MAX_PHRASE_WORDS = 4;
