import type { NewSynonyms } from './stored.ts';

/** SRCH-3: what an installation begins with, of the kind that news are full of. */
export const USUAL_SYNONYMS: readonly NewSynonyms[] = [
  {
    id: 'united-states',
    words: ['USA', 'United States', 'America'],
    isActive: true,
    note: 'Names of countries',
  },
  {
    id: 'united-kingdom',
    words: ['UK', 'United Kingdom', 'Britain', 'Great Britain'],
    isActive: true,
    note: 'Names of countries',
  },
  { id: 'european-union', words: ['EU', 'European Union'], isActive: true, note: 'Organisations' },
  { id: 'united-nations', words: ['UN', 'United Nations'], isActive: true, note: 'Organisations' },
  {
    id: 'nato',
    words: ['NATO', 'North Atlantic Treaty Organization'],
    isActive: true,
    note: 'Organisations',
  },
  { id: 'imf', words: ['IMF', 'International Monetary Fund'], isActive: true, note: 'Organisations' },
  { id: 'ecb', words: ['ECB', 'European Central Bank'], isActive: true, note: 'Organisations' },
  { id: 'gdp', words: ['GDP', 'gross domestic product'], isActive: true, note: 'Economy' },
  { id: 'ai', words: ['AI', 'artificial intelligence'], isActive: true, note: 'Technology' },
  { id: 'car', words: ['car', 'automobile'], isActive: true, note: 'Everyday words' },
  { id: 'film', words: ['film', 'movie'], isActive: true, note: 'Everyday words' },
  { id: 'doctor', words: ['doctor', 'physician'], isActive: true, note: 'Everyday words' },
  { id: 'lawyer', words: ['lawyer', 'attorney'], isActive: true, note: 'Everyday words' },
  { id: 'plane', words: ['plane', 'aircraft', 'airplane'], isActive: true, note: 'Everyday words' },
  { id: 'football', words: ['football', 'soccer'], isActive: true, note: 'Sport' },
  { id: 'covid', words: ['covid', 'coronavirus'], isActive: true, note: 'Health' },
  { id: 'election', words: ['election', 'ballot'], isActive: true, note: 'Politics' },
  { id: 'wahl', words: ['Wahl', 'Abstimmung'], isActive: true, note: 'Politik' },
  { id: 'auto', words: ['Auto', 'Wagen', 'Pkw'], isActive: true, note: 'Alltag' },
];
