import { drawFor } from '../draw.ts';
import { coinStem } from './coined.ts';
import { placeInRow } from './countries.ts';

/**
 * Names that belong to a city: its firms, its bands, its products. Names are combined so that each city has unique
 * ones, because two events in different cities must not share a subject.
 */
export function drugOf(city: string): string {
  return joined(
    city,
    DRUG_STEMS,
    ['orane', 'madex', 'ivar', 'etrine', 'dilex', 'rosil', 'opam', 'azine', 'umab', 'axil'],
    '',
  );
}

export function artistOf(city: string): string {
  return `The ${joined(city, ARTIST_WORDS, ['Herons', 'Kettles', 'Lanterns', 'Foxes', 'Accordions', 'Orchards', 'Ferries', 'Umbrellas'], ' ')}`;
}

export function filmOf(city: string): string {
  return `The ${joined(city, FILM_WORDS, ['in the Rain', 'of Nine Summers', 'Without a Name', 'at Low Tide', 'and the Fox', 'Nobody Heard', 'by the River', 'Who Waited'], ' ')}`;
}

export function spacecraftOf(city: string): string {
  return joined(city, CRAFT_WORDS, ['2', '3', '4', '5', '6', '7', '8', '9', '10', '11'], '-');
}

export function gadgetOf(city: string): string {
  return joined(
    city,
    GADGET_WORDS,
    ['leaf', 'lantern', ' 3', ' Slate', 'phone', 'watch', 'bot', ' Buds', 'pad', 'frame'],
    '',
  );
}

export function dishOf(city: string): string {
  return joined(
    city,
    DISH_WORDS,
    ['dumplings', 'toasts', 'tacos', 'pancakes', 'clouds', 'chips', 'noodles', 'buns', 'waffles', 'fritters'],
    ' ',
  );
}

export function stormOf(city: string, day: number): string {
  return joined(city, STORM_STARTS, STORM_ENDS, '', day * 13);
}

export function speciesOf(city: string): string {
  const stem = city.normalize('NFD').replace(/[^a-z]/gi, '');
  const place = placeInRow(city) ?? city.length;
  const ending = ['osaurus', 'oraptor', 'otherium', 'opteryx'][place % 4] ?? '';
  return `${stem.charAt(0)}${stem
    .slice(1)
    .toLowerCase()
    .replace(/[aeiouy]+$/, '')}${ending} ${['minor', 'gigas', 'velox', 'mirus', 'altus'][place % 5]}`;
}

/** Different for every city while the lists have more combinations than there are cities; a town invents a word. */
function joined(
  city: string,
  starts: readonly string[],
  ends: readonly string[],
  between: string,
  shift = 0,
): string {
  const row = placeInRow(city);
  if (row === null) {
    const draw = drawFor(shift, 'local', city, starts[0] ?? '');
    return coinStem(draw) + between + draw.pick(ends);
  }
  const place = row + shift;
  const start = starts[place % starts.length] ?? '';
  return start + between + (ends[Math.floor(place / starts.length) % ends.length] ?? '');
}

const list = (text: string) => text.trim().split(/\s*,\s*/);

const DRUG_STEMS = list('Vel, Tri, Oss, Lum, Car, Neph, Zor, Mir, Pel, Sant, Quor, Ald, Bex, Cil, Dor, Fer');
const ARTIST_WORDS = list(
  'Tin, Plush, Paper, Half-Past, Copper, Lazy, Wireless, Salted, Quiet, Wandering, Gilded, Mended, Secret, Polite, Northbound, Sleepy, Crimson, Hollow, Gentle, Feral',
);
const FILM_WORDS = list(
  'Orchard, Lighthouse, Cartographer, Ferryman, Clockmaker, Beekeeper, Violin, Winter, Letter, Staircase, Gardener, Umbrella, Piano, Island, Harbour, Tailor, Swimmer, Kite, Lantern, Bridge',
);
const CRAFT_WORDS = list(
  'Lanternfish, Pathfinch, Kestrel, Morningtide, Wayfarer, Perihelia, Snowgoose, Thimble, Mayfly, Albatross, Petrel, Glowworm, Nightjar, Cormorant, Sandpiper, Curlew',
);
const GADGET_WORDS = list(
  'Fold, Pocket, Hush, Orbit, Paper, Tide, Kettle, Murmur, Lumen, Cobble, Wisp, Alcove, Feather, Chime, Glide, Ember',
);
const DISH_WORDS = list(
  'smoked plum, salted honey, pickled pear, black garlic, frozen rhubarb, cardamom, chestnut, burnt butter, saffron, juniper, sour cherry, walnut, elderflower, ginger, fig, caramel',
);
const STORM_STARTS = list(
  'Ag, Bru, Cor, Dag, Es, Fen, Gus, Hes, Iv, Jol, Kas, Lav, Mor, Nin, Or, Phi, Ros, Sil, Tor, Urs',
);
const STORM_ENDS = list('netta, nold, delia, mara, mond, ella, tavine, tian, anka, andine');
