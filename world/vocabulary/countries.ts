import type { Language } from '../types.ts';

/** A word that differs between languages. Proper names are plain strings. */
export type Word = Readonly<Record<Language, string>>;

export interface Country {
  readonly name: Word;
  readonly adjective: string;
  readonly language: Language;
  /** The capital comes first. */
  readonly cities: readonly string[];
  readonly region: readonly string[];
  readonly parties: readonly string[];
  /** How often events happen there. */
  readonly weight: number;
}

/** The ten countries of the made-up world. None of these names stands on a real map as a country. */
export const COUNTRIES: readonly Country[] = [
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
    ],
    region: ['Lower Hallows', 'the Brack Valley', 'Marrowshire'],
    parties: ['Civic Union', 'Harbour Party', 'Green Commons'],
    weight: 5,
  },
  {
    name: { en: 'Calderra', de: 'Calderra', fr: 'Calderre', es: 'Calderra', ru: 'Кальдерра' },
    adjective: 'Calderran',
    language: 'en',
    cities: ['Port Calder', 'Ashgrove Bay', 'Kelmouth', 'Saltry', 'Tarrowby', 'Finmarrow', 'Galehaven'],
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
    ],
    region: ['the Thistle Downs', 'Penwarrow Moor', 'the Arrow Basin'],
    parties: ['Crown and Country', 'Reform Assembly', 'Workers Alliance'],
    weight: 4,
  },
  {
    name: { en: 'Ostmere', de: 'Ostmeer', fr: 'Ostmérie', es: 'Ostmera', ru: 'Остмерия' },
    adjective: 'Ostmeran',
    language: 'en',
    cities: ['Skaldvik', 'Norrhaven', 'Isfjell', 'Vinterholt', 'Ulvstrand', 'Torsmark', 'Grimsund'],
    region: ['the Isfjell Plateau', 'Northern Skerries', 'Torsmark County'],
    parties: ['Fjord Democrats', 'Northern Centre', 'Red Lantern'],
    weight: 3,
  },
  {
    name: { en: 'Ketteria', de: 'Ketterien', fr: 'Kettérie', es: 'Keteria', ru: 'Кеттерия' },
    adjective: 'Ketterian',
    language: 'en',
    cities: ['Kettara', 'Ombasi', 'Mirembo', 'Tazumba', 'Osheni', 'Kalindra', 'Lutengo'],
    region: ['the Mirembo Highlands', 'the Ombasi Delta', 'East Kalindra'],
    parties: ['Sunrise Movement', 'National Accord', 'Delta Congress'],
    weight: 3,
  },
  {
    name: { en: 'Osmara', de: 'Osmara', fr: 'Osmarie', es: 'Osmara', ru: 'Осмара' },
    adjective: 'Osmaran',
    language: 'en',
    cities: ['Samaris', 'Belqasra', 'Dar Yamin', 'Tirazan', 'Qelat Nur', 'Zafirah', 'Harim Gate'],
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
    ],
    region: ['Belozar Region', 'Tarsk Region', 'Upper Tuman'],
    parties: ['Northern Path', 'Council List', 'Free Word'],
    weight: 3,
  },
];
