import { type Draw, drawFor } from '../draw.ts';
import type { Coverage, PlannedEvent } from '../events/event.ts';
import { factsOf, mistakenFact } from '../events/facts.ts';
import type { Grammar } from '../grammar/grammar.ts';
import { GRAMMARS } from '../grammar/index.ts';
import { toCyrillic } from '../grammar/language.ts';
import { PARTICULARS } from '../grammar/particulars.ts';
import { type Facts, renderTemplate } from '../grammar/template.ts';
import type { Publisher, Topic } from '../types.ts';
import { AGENCIES } from '../vocabulary/mastheads.ts';
import { copyText } from './copies.ts';
import { bylineOf } from './staff.ts';
import { type Text, type TextOptions, writeHeadline, writeText } from './text.ts';

/** The text of an article about an event as of a time; a correction changes it under the same URL. */
export function writeReport(options: ReportOptions): Report {
  const { seed, event, coverage, publisherOf } = options;
  const publisher = publisherOf(coverage.publisher);
  const original = coverage.copyOf === null ? undefined : event.coverage[coverage.copyOf];
  const byline = bylineOf(seed, publisher, coverage.at);
  if (!original) return { ...writeOwn(options), byline };
  const headline = writeHeadline(assignmentOf(options));
  const wire = writeOwn({ seed, event, coverage: original, publisherOf, isCorrected: false });
  const draw = drawFor(seed, 'copy', event.id, coverage.position);
  const agency = AGENCIES[original.publisher];
  return { ...copyText(wire, headline, agency?.short ?? '', draw), byline: agency?.name ?? byline };
}

function writeOwn(options: ReportOptions): Text {
  const { seed, event, coverage, publisherOf, isCorrected } = options;
  const publisher = publisherOf(coverage.publisher);
  const assignment = assignmentOf(options);
  const mistake = coverage.correctedAt === null ? null : mistakenFact(seed, event, assignment.facts);
  const facts =
    mistake && !isCorrected ? { ...assignment.facts, [mistake.name]: mistake.wrong } : assignment.facts;
  const text = writeText({ ...assignment, facts });
  if (publisher.style === 'wire') return asWire(seed, text, publisher, coverage, facts);
  if (!mistake || !isCorrected) return text;
  const { common, language, draw } = assignment;
  const note = renderTemplate(
    common.correction,
    { wrong: mistake.wrong, right: mistake.right },
    draw,
    language,
  );
  return { headline: text.headline, paragraphs: [...text.paragraphs, note] };
}

/** The input of the writer: the known facts, the words of the language, and separate draws. */
function assignmentOf({ seed, event, coverage, publisherOf }: ReportOptions): TextOptions {
  const { language, style, country } = publisherOf(coverage.publisher);
  const { common, kinds } = GRAMMARS[language];
  const grammar = kinds[event.kind.name];
  if (!grammar) throw new Error(`${event.kind.name} has no templates in ${language}`);
  const day = common.days[new Date(coverage.at).getUTCDay()] ?? '';
  const facts: Facts = {
    ...factsOf(seed, event, coverage.stage),
    day: { en: day, de: day, fr: day, es: day, ru: day },
  };
  const draw = drawFor(seed, 'text', event.id, coverage.position);
  return {
    grammar: narrowed(grammar, drawFor(seed, 'told', event.id)),
    common,
    facts,
    style,
    stage: coverage.stage,
    language,
    draw,
    particulars: drawFor(seed, 'met', event.id, language).several(PARTICULARS[language], 10),
    turn: coverage.position,
    isNear: country === event.country.name.en,
    isGrave: GRAVE.has(event.kind.topic),
  };
}

/** The known details differ between events of one kind, but not between publishers of one event. */
function narrowed(grammar: Grammar, draw: Draw): Grammar {
  const some = (list: readonly string[], share: number) =>
    draw.several(list, Math.max(1, Math.ceil(list.length * share)));
  return {
    ...grammar,
    details: some(grammar.details, 0.6),
    quotes: some(grammar.quotes, 0.5),
    background: some(grammar.background, 0.5),
    outlook: some(grammar.outlook, 0.5),
  };
}

const GRAVE: ReadonlySet<Topic> = new Set(['world', 'nation', 'politics', 'health', 'climate']);

/** Wire texts begin with place and agency and end with the writer. */
function asWire(seed: number, text: Text, publisher: Publisher, coverage: Coverage, facts: Facts): Text {
  const { dateline, signOff } = GRAMMARS[publisher.language].common;
  const { language } = publisher;
  const city = typeof facts['city'] === 'string' ? facts['city'] : '';
  const shown = language === 'ru' ? toCyrillic(city) : city;
  const agency = AGENCIES[publisher.index]?.short ?? publisher.name;
  const [lead = '', ...rest] = text.paragraphs;
  const begin = dateline.replace('{cityUpper}', shown.toUpperCase()).replace('{agency}', agency);
  const end = signOff
    .replace('{byline}', bylineOf(seed, publisher, coverage.at))
    .replace('{city}', shown)
    .replace('{editor}', bylineOf(seed, publisher, coverage.at + 1));
  return { headline: text.headline, paragraphs: [begin + lead, ...rest, end] };
}

export interface ReportOptions {
  readonly seed: number;
  readonly event: PlannedEvent;
  readonly coverage: Coverage;
  readonly publisherOf: (index: number) => Publisher;
  readonly isCorrected: boolean;
}

export interface Report extends Text {
  readonly byline: string;
}
