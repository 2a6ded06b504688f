import { drawFor } from '../draw.ts';
import type { Language } from '../types.ts';
import { coinName } from './coined.ts';

/** A word that differs between languages. Proper names are plain strings. */
export type Word = Readonly<Record<Language, string>>;

export interface Country {
  readonly name: Word;
  readonly adjective: string;
  readonly language: Language;
  /** The capital comes first. */
  readonly cities: readonly string[];
  /** Smaller places, where most events happen; no publisher is there. */
  readonly towns: readonly string[];
  readonly region: readonly string[];
  readonly parties: readonly string[];
  /** Relative frequency of events. */
  readonly weight: number;
}

/** The index of a city among all cities, which determines its firms, bands and museums. Towns have none. */
export function placeInRow(city: string): number | null {
  return ROW.get(city) ?? null;
}

/** Of each country. */
const TOWNS = 80;

/** The ten countries of the synthetic world. None of these is the name of a real country. */
const NATIONS: readonly Omit<Country, 'towns'>[] = [
  {
    name: { en: 'Ardenia', de: 'Ardenien', fr: 'Ardénie', es: 'Ardenia', ru: 'Ардения' },
    adjective: 'Ardenian',
    language: 'en',
    cities: [
      'Halvenport',
      'Brackwater',
      'Millhollow',
      'Stonemarrow',
      'Eastwyck Cross',
      'Ravenhithe',
      'Dunmarrow',
      'Quillhaven',
      'Thornmarrow',
      'Larkhithe',
      'Osierby',
      'Wrenhollow',
      'Coldbarrow',
      'Mosshithe',
      'Fallowmarch',
      'Tindermouth',
    ],
    region: ['Lower Hallows', 'the Brack Valley', 'Marrowshire'],
    parties: ['Civic Union', 'Harbour Party', 'Green Commons'],
    weight: 5,
  },
  {
    name: { en: 'Calderra', de: 'Calderra', fr: 'Calderre', es: 'Calderra', ru: 'Кальдерра' },
    adjective: 'Calderran',
    language: 'en',
    cities: [
      'Port Calder',
      'Ashgrove Bay',
      'Kelmouth',
      'Saltry',
      'Tarrowby',
      'Finmarrow',
      'Galehaven',
      'Brinemouth',
      'Kestrelby',
      'Osprey Point',
      'Lowtarrow',
      'Shellhaven',
      'Driftmarrow',
      'Gannetry',
      'Pebblereach',
      'Stormhithe',
    ],
    region: ['the Salt Coast', 'Upper Tarrow', 'the Kelmarsh'],
    parties: ['Islanders League', 'Labour Front of Calderra', 'Liberty Bloc'],
    weight: 4,
  },
  {
    name: { en: 'Westmarch', de: 'Westmark', fr: 'Ouestmarche', es: 'Oestemarca', ru: 'Вестмарк' },
    adjective: 'Westmarcher',
    language: 'en',
    cities: [
      'Kingsarrow',
      'Oldenfold',
      'Wexcombe',
      'Thistlegate',
      'Larkspur Hill',
      'Penwarrow',
      'Cobblereach',
      'Arrowmarrow',
      'Heathercross',
      'Oxlarrow',
      'Bramblegate',
      'Candlewick Moor',
      'Fernarrow',
      'Hollowthorn',
      'Millarrow',
      'Rookgate',
    ],
    region: ['the Thistle Downs', 'Penwarrow Moor', 'the Arrow Basin'],
    parties: ['Crown and Country', 'Reform Assembly', 'Workers Alliance'],
    weight: 4,
  },
  {
    name: { en: 'Ostmere', de: 'Ostmeer', fr: 'Ostmérie', es: 'Ostmera', ru: 'Остмерия' },
    adjective: 'Ostmeran',
    language: 'en',
    cities: [
      'Skaldvik',
      'Norrhaven',
      'Isfjell',
      'Vinterholt',
      'Ulvstrand',
      'Torsmark',
      'Grimsund',
      'Kaldstrand',
      'Ravnholt',
      'Eidmark',
      'Frostvik',
      'Lysehavn',
      'Storulv',
      'Tindhaven',
      'Nordskar',
      'Hvalsmark',
    ],
    region: ['the Isfjell Plateau', 'Northern Skerries', 'Torsmark County'],
    parties: ['Fjord Democrats', 'Northern Centre', 'Red Lantern'],
    weight: 3,
  },
  {
    name: { en: 'Ketteria', de: 'Ketterien', fr: 'Kettérie', es: 'Keteria', ru: 'Кеттерия' },
    adjective: 'Ketterian',
    language: 'en',
    cities: [
      'Kettara',
      'Ombasi',
      'Mirembo',
      'Tazumba',
      'Osheni',
      'Kalindra',
      'Lutengo',
      'Amberusi',
      'Nkalindi',
      'Tombesa',
      'Wazuri',
      'Kibarao',
      'Zumbani',
      'Odenga',
      'Mulasha',
      'Rufenda',
    ],
    region: ['the Mirembo Highlands', 'the Ombasi Delta', 'East Kalindra'],
    parties: ['Sunrise Movement', 'National Accord', 'Delta Congress'],
    weight: 3,
  },
  {
    name: { en: 'Osmara', de: 'Osmara', fr: 'Osmarie', es: 'Osmara', ru: 'Осмара' },
    adjective: 'Osmaran',
    language: 'en',
    cities: [
      'Samaris',
      'Belqasra',
      'Dar Yamin',
      'Tirazan',
      'Qelat Nur',
      'Zafirah',
      'Harim Gate',
      'Qasrat',
      'Bel Amrun',
      'Nahiza',
      'Tel Safirah',
      'Dar Hamun',
      'Zerqat',
      'Safwanah',
      'Merqesh',
      'Oud Tiraz',
    ],
    region: ['the Tirazan Plain', 'the Zafirah Hills', 'Outer Samaris'],
    parties: ['Unity List', 'Founders Party', 'Voice of the South'],
    weight: 3,
  },
  {
    name: { en: 'Hohenmark', de: 'Hohenmark', fr: 'Hautemarche', es: 'Altamarca', ru: 'Хоэнмарк' },
    adjective: 'Hohenmarker',
    language: 'de',
    cities: [
      'Königsmünde',
      'Sterzberg',
      'Altwassen',
      'Lindenhafen',
      'Rothmaar',
      'Eschenbrunn',
      'Tannwiesen',
      'Falkenrode',
      'Birkenmaar',
      'Grafenaue',
      'Hirschwassen',
      'Moorhafen',
      'Silberrode',
      'Steinwiesen',
      'Ulmenfurt am Sterz',
      'Weidenmünde',
    ],
    region: ['Oberer Sterz', 'Rothmaarland', 'Nordaue'],
    parties: ['Bürgerbund', 'Soziale Mitte', 'Grüne Heimat'],
    weight: 4,
  },
  {
    name: { en: 'Beauvarre', de: 'Beauvarre', fr: 'Beauvarre', es: 'Beauvarra', ru: 'Боварра' },
    adjective: 'Beauvarrois',
    language: 'fr',
    cities: [
      'Sainte-Orlaine',
      'Montrevaux',
      'Port-Clairac',
      'Villedore',
      'Aubrelac',
      'Rochevaine',
      'Tourmelle',
      'Ferlande',
      'Vaucresse',
      'Belleroche-sur-Orlaine',
      'Port-Vaurin',
      'Lancrey',
      'Mirevaux',
      'Chantelorme',
      'Grandvarre',
      'Orvillac',
    ],
    region: ['Haute-Orlaine', 'Val-de-Clairac', 'Plateau de Tourmelle'],
    parties: ['Alliance républicaine', 'Nouveau Rivage', 'Parti des communes'],
    weight: 4,
  },
  {
    name: { en: 'Costaverra', de: 'Costaverra', fr: 'Costaverre', es: 'Costaverra', ru: 'Коставерра' },
    adjective: 'Costaverran',
    language: 'es',
    cities: [
      'Puerto Alborel',
      'Villarosal',
      'San Tesoro',
      'Montesilva',
      'Aguaserena',
      'Torcaza',
      'Belmarina',
      'Cerroviento',
      'Villaluna del Mar',
      'Peñablanca Alta',
      'Puerto Serval',
      'Santa Aldara',
      'Riosilvo',
      'Campoverra',
      'Torremansa',
      'Lagomora',
    ],
    region: ['Sierra Alborel', 'Valle Sereno', 'Costa Torcaza'],
    parties: ['Frente Costero', 'Unión Ciudadana', 'Partido del Valle'],
    weight: 4,
  },
  {
    name: { en: 'Severya', de: 'Sewerien', fr: 'Sévérie', es: 'Severia', ru: 'Северия' },
    adjective: 'Severyan',
    language: 'ru',
    cities: [
      'Severograd',
      'Belozar',
      'Krasnovolsk',
      'Tarsk',
      'Zarechensk',
      'Ozerny',
      'Tumansk',
      'Verkhneborsk',
      'Snezhnoborsk',
      'Talitsk-Severny',
      'Polarsk',
      'Kedrovets',
      'Rechinsk',
      'Yasnoborsk',
      'Lesozar',
      'Nizhnetumansk',
    ],
    region: ['Belozar Region', 'Tarsk Region', 'Upper Tuman'],
    parties: ['Northern Path', 'Council List', 'Free Word'],
    weight: 3,
  },
];

export const COUNTRIES: readonly Country[] = NATIONS.map(nation => ({ ...nation, towns: townsOf(nation) }));

/** The same in every world, like the cities. */
function townsOf({ name, language }: Omit<Country, 'towns'>): string[] {
  const draw = drawFor(0, 'towns', name.en);
  const towns = new Set<string>();
  while (towns.size < TOWNS) towns.add(coinName(draw, language));
  return [...towns];
}

const ROW = new Map(COUNTRIES.flatMap(({ cities }) => cities).map((city, index) => [city, index]));
