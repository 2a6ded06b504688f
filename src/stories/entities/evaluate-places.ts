import { type LabelledRow, readLabelledFiles } from '../../lib/evaluation/labelled-files.ts';
import { findEntities } from './find-entities.ts';
import { slugOf } from './fold.ts';
import { countryNameIn } from './gazetteer.ts';

/**
 * How well the countries of Reuters-21578 are found: its editors labelled every item with the countries that it
 * concerns, even where the text names only a city, a ministry or nothing at all, so no method can find all.
 */
export async function evaluatePlaces(path: string): Promise<PlaceScores> {
  const files = await readLabelledFiles(path);
  const items = files.flatMap(({ rows }) => rows.map(itemOf));
  const codes = codesBySlug();
  const names = allCodes().map(code => [countryNameIn('en', code).toLowerCase(), code] as const);
  const all = new PlaceTally();
  const abroad = new PlaceTally();
  const namesOnly = new PlaceTally();
  for (const { places, title, text } of items) {
    const truth = new Set(places.map(place => codes.get(place) ?? place));
    const entities = findEntities({ title, summary: '', bodyText: text, language: 'en' });
    const found = new Set(
      entities.flatMap(({ kind, country }) => (kind === 'place' && country ? [country] : [])),
    );
    all.add(truth, found);
    // Three in five items concern the United States, which the texts rarely name.
    abroad.add(without(truth, 'US'), without(found, 'US'));
    namesOnly.add(truth, countriesNamedIn(`${title} ${text}`, names));
  }
  return { items: items.length, all: all.scores(), abroad: abroad.scores(), namesOnly: namesOnly.scores() };
}

/** Many items are only a headline and have no body. */
function itemOf({ places, title, text }: LabelledRow): Item {
  return {
    places: Array.isArray(places) ? places.filter(place => typeof place === 'string') : [],
    title: typeof title === 'string' ? title : '',
    text: typeof text === 'string' ? text : '',
  };
}

/** The baseline: the plain name of a country somewhere in the text. */
function countriesNamedIn(text: string, names: readonly (readonly [string, string])[]): Set<string> {
  const lower = text.toLowerCase();
  return new Set(names.flatMap(([name, code]) => (lower.includes(name) ? [code] : [])));
}

/** The country names of the data set, as of 1987. */
function codesBySlug(): Map<string, string> {
  return new Map([
    ...allCodes().map(code => [slugOf(countryNameIn('en', code)), code] as const),
    ...NAMES_OF_1987,
  ]);
}

function allCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap(a => letters.map(b => a + b))
    .filter(code => countryNameIn('en', code) !== '' && !SKIPPED.has(code));
}

const SKIPPED: ReadonlySet<string> = new Set(
  'EU EZ UN QO ZZ SU YU DD FX CS AN BU ZR TP NT YD VD RH DY HV NH UK'.split(' '),
);

const NAMES_OF_1987: readonly (readonly [string, string])[] = [
  ['usa', 'US'],
  ['uk', 'GB'],
  ['west-germany', 'DE'],
  ['east-germany', 'DE'],
  ['ussr', 'RU'],
  ['hong-kong', 'HK'],
  ['uae', 'AE'],
  ['yugoslavia', 'RS'],
  ['czechoslovakia', 'CZ'],
  ['zaire', 'CD'],
  ['burma', 'MM'],
  ['turkey', 'TR'],
  ['ivory-coast', 'CI'],
  ['yemen-arab-republic', 'YE'],
  ['yemen-demo-republic', 'YE'],
  ['trinidad-tobago', 'TT'],
  ['kampuchea', 'KH'],
];

class PlaceTally {
  #right = 0;
  #found = 0;
  #labelled = 0;

  add(truth: ReadonlySet<string>, found: ReadonlySet<string>): void {
    this.#right += truth.intersection(found).size;
    this.#found += found.size;
    this.#labelled += truth.size;
  }

  scores(): Scores {
    const precision = this.#right / this.#found;
    const recall = this.#right / this.#labelled;
    return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
  }
}

function without(codes: ReadonlySet<string>, code: string): Set<string> {
  return codes.difference(new Set([code]));
}

interface Item {
  readonly places: readonly string[];
  readonly title: string;
  readonly text: string;
}

export interface Scores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface PlaceScores {
  readonly items: number;
  readonly all: Scores;
  readonly abroad: Scores;
  readonly namesOnly: Scores;
}
