import { type Draw, drawFor } from '../draw.ts';
import { coinStem } from './coined.ts';
import { placeInRow, type Word } from './countries.ts';

export interface Firm {
  readonly name: string;
  readonly sector: Word;
}

const SECTORS = {
  software: {
    en: 'software',
    de: 'Software',
    fr: 'logiciels',
    es: 'software',
    ru: 'программное обеспечение',
  },
  cars: {
    en: 'electric cars',
    de: 'Elektroautos',
    fr: 'voitures électriques',
    es: 'coches eléctricos',
    ru: 'электромобили',
  },
  shipping: {
    en: 'shipping',
    de: 'Schifffahrt',
    fr: 'transport maritime',
    es: 'transporte marítimo',
    ru: 'морские перевозки',
  },
  retail: {
    en: 'retail',
    de: 'Einzelhandel',
    fr: 'commerce de détail',
    es: 'comercio minorista',
    ru: 'розничная торговля',
  },
  food: { en: 'food', de: 'Lebensmittel', fr: 'agroalimentaire', es: 'alimentación', ru: 'продукты питания' },
  energy: { en: 'energy', de: 'Energie', fr: 'énergie', es: 'energía', ru: 'энергетика' },
  bank: { en: 'banking', de: 'Bankwesen', fr: 'banque', es: 'banca', ru: 'банковское дело' },
  drugs: { en: 'pharmaceuticals', de: 'Arzneimittel', fr: 'pharmacie', es: 'farmacéutica', ru: 'лекарства' },
} as const satisfies Record<string, Word>;

/** Four endings per sector; with forty stems each of 160 cities has one firm per sector. */
const ENDINGS: Readonly<Record<Sector, readonly string[]>> = {
  software: ['mark', 'ware', 'wright Systems', ' Stack'],
  cars: [' Motors', ' Mobility', 'gard', ' & Spoke'],
  shipping: [' Lines', ' Freight', ' Shipping', ' Anchor'],
  retail: [' & Finch', ' Stores', ' Market', 'grove'],
  food: [' Foods', ' Mills', ' Dairy', 'acre'],
  energy: [' Power', ' Energy', ' Gas', ' Grid'],
  bank: [' Bank', ' Trust', ' Savings', ' Mutual'],
  drugs: [' Biologics', ' Labs', ' Pharma', ' Remedies'],
};

const STEMS =
  `Quill Nimb Loop Cinder Patch Halcyon Oster Volt Kettle Brenn Gale Tern Skerry Albor Marl Basket Linde Tourmel
  Penny Honey Salt Thistle Clair Brack Sunder Windhelm Tarrow Heron Sterz Orlan Crown Lark Medor Vitess Isfjel Copper
  Amber Falk Moss Lantern`.split(/\s+/);

const SECTOR_NAMES: readonly Sector[] = [
  'software',
  'cars',
  'shipping',
  'retail',
  'food',
  'energy',
  'bank',
  'drugs',
];

/** The firm of a sector with its seat in a city. */
export function firmOf(city: string, sector: Sector): Firm {
  const row = placeInRow(city);
  const place = row ?? city.length * STEMS.length;
  const stem =
    row === null
      ? coinStem(drawFor(0, 'firm', city, sector))
      : (STEMS[(place + SECTOR_NAMES.indexOf(sector) * 7) % STEMS.length] ?? '');
  return {
    name: stem + (ENDINGS[sector][Math.floor(place / STEMS.length) % 4] ?? ''),
    sector: SECTORS[sector],
  };
}

export function drawFirm(draw: Draw, city: string): Firm {
  return firmOf(city, draw.pick(SECTOR_NAMES));
}

type Sector = keyof typeof SECTORS;
