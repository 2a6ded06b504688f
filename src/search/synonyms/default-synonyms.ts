/** SRCH-3: the synonyms of a new installation, of the kind that is frequent in news. */
export const DEFAULT_SYNONYMS: readonly DefaultSynonyms[] = [
  {
    id: 'united-states',
    words: ['USA', 'United States', 'America'],
    note: 'Names of countries',
  },
  {
    id: 'united-kingdom',
    words: ['UK', 'United Kingdom', 'Britain', 'Great Britain'],
    note: 'Names of countries',
  },
  { id: 'european-union', words: ['EU', 'European Union'], note: 'Organisations' },
  { id: 'united-nations', words: ['UN', 'United Nations'], note: 'Organisations' },
  {
    id: 'nato',
    words: ['NATO', 'North Atlantic Treaty Organization'],
    note: 'Organisations',
  },
  { id: 'imf', words: ['IMF', 'International Monetary Fund'], note: 'Organisations' },
  { id: 'ecb', words: ['ECB', 'European Central Bank'], note: 'Organisations' },
  { id: 'gdp', words: ['GDP', 'gross domestic product'], note: 'Economy' },
  { id: 'ai', words: ['AI', 'artificial intelligence'], note: 'Technology' },
  { id: 'car', words: ['car', 'automobile'], note: 'Everyday words' },
  { id: 'film', words: ['film', 'movie'], note: 'Everyday words' },
  { id: 'doctor', words: ['doctor', 'physician'], note: 'Everyday words' },
  { id: 'lawyer', words: ['lawyer', 'attorney'], note: 'Everyday words' },
  { id: 'plane', words: ['plane', 'aircraft', 'airplane'], note: 'Everyday words' },
  { id: 'football', words: ['football', 'soccer'], note: 'Sport' },
  { id: 'covid', words: ['covid', 'coronavirus'], note: 'Health' },
  { id: 'election', words: ['election', 'ballot'], note: 'Politics' },
  { id: 'wahl', words: ['Wahl', 'Abstimmung'], note: 'Politik' },
  { id: 'auto', words: ['Auto', 'Wagen', 'Pkw'], note: 'Alltag' },
];

interface DefaultSynonyms {
  readonly id: string;
  readonly words: readonly string[];
  readonly note: string;
}
