import { type Draw, drawFor } from '../draw.ts';
import { GRAMMARS } from '../grammar/index.ts';
import { toCyrillic } from '../grammar/language.ts';
import type { FeedEncoding, FeedFormat, Publisher } from '../types.ts';
import { COUNTRIES } from '../vocabulary/countries.ts';
import { AGENCIES, MASTHEADS } from '../vocabulary/mastheads.ts';
import type { Traits } from './traits.ts';

/** The public description of a publisher. */
export function describePublisher(seed: number, traits: Traits): Publisher {
  const draw = drawFor(seed, 'description', traits.index);
  const country = COUNTRIES[traits.country];
  if (!country) throw new RangeError(`no country ${traits.country}`);
  const { name, city } = nameOf(traits);
  const slug = slugOf(traits, name, city);
  const format = draw.weighted(FORMATS).format;
  return {
    index: traits.index,
    slug,
    name,
    domain: `${slug}.example`,
    country: country.name.en,
    city,
    language: traits.language,
    topic: traits.topic,
    style: traits.style,
    size: traits.size,
    credibility: credibilityOf(traits, draw),
    format: traits.fault === 'malformed' || traits.fault === 'truncated' ? 'rss2' : format,
    encoding: encodingOf(traits, format, draw),
    feedLength: draw.integer(20, 40),
    fullText: traits.style === 'wire' || draw.chance(0.55),
    fault: traits.fault,
  };
}

/** Publishers of a group use all combinations of cities and mastheads; further ones get a number. */
function nameOf({ index, language, style, topic, rank }: Traits): { name: string; city: string } {
  const cities = COUNTRIES.filter(country => country.language === language).flatMap(
    country => country.cities,
  );
  const agency = style === 'wire' ? AGENCIES[index] : undefined;
  if (agency) return { name: agency.name, city: cities[0] ?? '' };
  const mastheads = MASTHEADS[language];
  const patterns = (topic && mastheads[topic]) || mastheads[style] || mastheads.broadsheet;
  const pattern = patterns[rank % patterns.length] ?? '*';
  // Topics without specific mastheads share those of their style, so the name contains the topic.
  const shared = topic && !mastheads[topic] ? ` – ${GRAMMARS[language].common.sections[topic]}` : '';
  const round = Math.floor(rank / patterns.length);
  const city = cities[(round * 5 + (rank % patterns.length) * 3) % cities.length] ?? '';
  const edition = Math.floor(round / cities.length);
  const shown = language === 'ru' ? toCyrillic(city) : city;
  return {
    name:
      pattern.replace('*', shown).replace('eer ', 'er ') + shared + (edition > 0 ? ` ${edition + 1}` : ''),
    city,
  };
}

function slugOf({ index, language }: Traits, name: string, city: string): string {
  const latin = language === 'ru' ? `${city}-${index}` : name;
  return slugify(latin);
}

export function slugify(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f’“”«»„]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function credibilityOf({ style }: Traits, draw: Draw): number {
  const middle = { wire: 0.93, broadsheet: 0.82, business: 0.78, local: 0.7, tabloid: 0.45 }[style];
  return Math.round((middle + (draw.fraction() - 0.5) * 0.14) * 100) / 100;
}

function encodingOf({ language, fault }: Traits, format: FeedFormat, draw: Draw): FeedEncoding {
  if (format === 'json' || fault !== null) return 'utf-8';
  if (language === 'ru') return draw.chance(0.5) ? 'windows-1251' : 'utf-8';
  return draw.chance(language === 'en' ? 0.05 : 0.2) ? 'iso-8859-1' : 'utf-8';
}

const FORMATS: readonly { format: FeedFormat; weight: number }[] = [
  { format: 'rss2', weight: 56 },
  { format: 'atom', weight: 24 },
  { format: 'json', weight: 12 },
  { format: 'rss1', weight: 8 },
];
