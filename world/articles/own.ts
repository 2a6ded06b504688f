import { type Draw, drawFor } from '../draw.ts';
import { nextNight } from '../events/drafts.ts';
import type { Coverage, PlannedEvent } from '../events/event.ts';
import { particularFacts, placeFacts } from '../events/facts.ts';
import { canReport, KINDS, TOPIC_WEIGHTS } from '../events/kinds.ts';
import { COLUMNS, type Column } from '../grammar/columns.ts';
import { GRAMMARS } from '../grammar/index.ts';
import { PARTICULARS } from '../grammar/particulars.ts';
import { renderTemplate } from '../grammar/template.ts';
import type { Traits } from '../publishers/traits.ts';
import type { Language, Publisher } from '../types.ts';
import { coinName } from '../vocabulary/coined.ts';
import { COUNTRIES } from '../vocabulary/countries.ts';
import { personName } from '../vocabulary/people.ts';
import { DISHES, FAIRS, FILMS, GADGETS } from '../vocabulary/things.ts';
import { rephrase } from './rephrase.ts';
import type { Text } from './text.ts';

const DAY = 24 * 3_600_000;

/** Exclusive articles of a publisher: columns without news, and its own stories. */
export function ownPiecesOf(seed: number, traits: Traits, day: number): OwnPiece[] {
  const draw = drawFor(seed, 'own', traits.index, day);
  const count = Math.floor(3 + 1.5 * traits.size + draw.fraction() * 2);
  return Array.from({ length: count }, (_, number) => planPiece(seed, traits, day, number));
}

function planPiece(seed: number, traits: Traits, day: number, number: number): OwnPiece {
  const draw = drawFor(seed, 'piece', traits.index, day, number);
  const written = day * DAY + draw.fraction() * DAY;
  const at = Math.floor((traits.isNightly ? nextNight(written) : written) / 1000) * 1000;
  const id = `o-${traits.index.toString(36)}-${day.toString(36)}-${number.toString(36)}`;
  const topic = traits.topic && draw.chance(0.8) ? traits.topic : draw.weighted(TOPIC_WEIGHTS).topic;
  const small = KINDS.filter(kind => SMALL.has(kind.name) && canReport(kind, traits.language));
  const fitting = small.filter(kind => kind.topic === topic);
  const kinds = fitting.length > 0 ? fitting : small;
  const country = COUNTRIES[traits.country];
  if (kinds.length === 0 || !country || draw.chance(COLUMNS_OF_OWN)) {
    const columns = COLUMNS[traits.language];
    const column = draw.pick(
      columns.filter(candidate => candidate.topic === topic).concat(draw.pick(columns)),
    );
    return { id, at, publisher: traits.index, column };
  }
  const coverage: Coverage = {
    position: 0,
    publisher: traits.index,
    language: traits.language,
    at,
    stage: 0,
    copyOf: null,
    correctedAt: null,
  };
  // Located in a unique village, so that it is not confused with a shared event.
  const city = coinName(draw, country.language);
  const event = {
    id,
    at: at - 3_600_000,
    kind: draw.pick(kinds),
    breaksAt: NEVER,
    coverage: [coverage],
    country,
    city,
  };
  return { id, at, publisher: traits.index, event };
}

const NEVER: ReadonlyMap<Language, number> = new Map();

/** The share of columns among exclusive articles. */
const COLUMNS_OF_OWN = 0.15;

/** Kinds of events that only one publisher reports. */
const SMALL: ReadonlySet<string> = new Set([
  'council',
  'verdict',
  'hiker',
  'fire',
  'match',
  'transfer',
  'fair',
]);

export function writeColumn(seed: number, piece: OwnColumn, publisher: Publisher): Text {
  const draw = drawFor(seed, 'column', piece.id);
  const country = COUNTRIES.find(({ name }) => name.en === publisher.country) ?? draw.pick(COUNTRIES);
  const { common } = GRAMMARS[publisher.language];
  const facts = {
    ...placeFacts(seed, country, draw.pick(country.cities)),
    ...columnFacts(draw, publisher),
    ...particularFacts(draw, country.language),
    subject: publisher.city,
    day: common.days[new Date(piece.at).getUTCDay()] ?? '',
  };
  const say = (template: string) => renderTemplate(template, facts, draw, publisher.language);
  const chosen = draw.several(piece.column.paragraphs, draw.integer(3, 5));
  const particulars = draw.several(PARTICULARS[publisher.language], draw.integer(5, 7));
  const [first, ...others] = chosen;
  const body = [...(first ? [first] : []), ...draw.several([...others, ...particulars], 20)];
  return {
    headline: say(piece.column.headline),
    paragraphs: body.map(paragraph => rephrase(say(paragraph), draw, publisher.language)),
  };
}

function columnFacts(draw: Draw, { language }: Publisher) {
  return {
    number: draw.integer(3, 12),
    bigger: draw.integer(14, 90),
    years: draw.integer(5, 150),
    person: personName(draw, language),
    friend: personName(draw, language),
    dish: draw.pick(DISHES),
    film: draw.pick(FILMS),
    gadget: draw.pick(GADGETS),
    fair: draw.pick(FAIRS),
  };
}

export interface OwnColumn {
  readonly id: string;
  readonly at: number;
  readonly publisher: number;
  readonly column: Column;
}
export interface OwnFind {
  readonly id: string;
  readonly at: number;
  readonly publisher: number;
  readonly event: PlannedEvent;
}
export type OwnPiece = OwnColumn | OwnFind;
