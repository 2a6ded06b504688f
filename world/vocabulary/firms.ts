import type { Word } from './countries.ts';

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

const names: Readonly<Record<keyof typeof SECTORS, readonly string[]>> = {
  software: ['Quillmark', 'Nimbora', 'Loopwright', 'Cindernet', 'Patchwork Systems', 'Halcyon Stack'],
  cars: ['Ostervane Motors', 'Voltarrow', 'Kettle & Spoke', 'Brenngard'],
  shipping: ['Galehaven Lines', 'Blue Anchor Freight', 'Northskerry Shipping', 'Alborel Marítima'],
  retail: ['Marlow & Finch', 'Basketry', 'Kaufhall Linde', 'Maison Tourmelle', 'Pennygrove'],
  food: ['Honeyacre Foods', 'Saltry Mills', 'Golden Thistle', 'Ferme Clairac'],
  energy: ['Brack Valley Power', 'Sunmere', 'Windhelm Energie', 'Tarrow Gas'],
  bank: ['First Harbour Bank', 'Sterz Bank', 'Union Orlaine', 'Crownfold Trust'],
  drugs: ['Larkspur Biologics', 'Medorane', 'Vitessa Labs', 'Isfjell Pharma'],
};

/** Every firm of the made-up world with what it does. */
export const FIRMS: readonly Firm[] = Object.entries(SECTORS).flatMap(([key, sector]) =>
  Object.entries(names).flatMap(([owner, list]) =>
    owner === key ? list.map(name => ({ name, sector })) : [],
  ),
);

export const SOFTWARE_FIRMS: readonly Firm[] = FIRMS.filter(({ sector }) => sector === SECTORS.software);
export const DRUG_FIRMS: readonly Firm[] = FIRMS.filter(({ sector }) => sector === SECTORS.drugs);
