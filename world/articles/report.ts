import { drawFor } from '../draw.ts';
import type { Coverage, PlannedEvent } from '../events/event.ts';
import { factsOf, mistakenFact } from '../events/facts.ts';
import { GRAMMARS } from '../grammar/index.ts';
import { toCyrillic } from '../grammar/language.ts';
import { type Facts, renderTemplate } from '../grammar/template.ts';
import type { Publisher } from '../types.ts';
import { AGENCIES } from '../vocabulary/mastheads.ts';
import { copyText } from './copies.ts';
import { bylineOf } from './staff.ts';
import { type Text, writeText } from './text.ts';

/** The text of an article about an event as it reads at a time; a correction changes it under the same URL. */
export function writeReport({ seed, event, coverage, publisherOf, isCorrected }: ReportOptions): Report {
  const publisher = publisherOf(coverage.publisher);
  const original = coverage.copyOf === null ? undefined : event.coverage[coverage.copyOf];
  const own = writeOwn({ seed, event, coverage, publisherOf, isCorrected });
  const byline = bylineOf(seed, publisher, coverage.at);
  if (!original) return { ...own, byline };
  const wire = writeOwn({ seed, event, coverage: original, publisherOf, isCorrected: false });
  const draw = drawFor(seed, 'copy', event.id, coverage.position);
  const agency = AGENCIES[original.publisher];
  return { ...copyText(wire, own.headline, agency?.short ?? '', draw), byline: agency?.name ?? byline };
}

function writeOwn({ seed, event, coverage, publisherOf, isCorrected }: ReportOptions): Text {
  const publisher = publisherOf(coverage.publisher);
  const { language, style } = publisher;
  const { common, kinds } = GRAMMARS[language];
  const grammar = kinds[event.kind.name];
  if (!grammar) throw new Error(`${event.kind.name} cannot be told in ${language}`);
  const day = common.days[new Date(coverage.at).getUTCDay()] ?? '';
  const known: Facts = {
    ...factsOf(seed, event, coverage.stage),
    day: { en: day, de: day, fr: day, es: day, ru: day },
  };
  const mistake = coverage.correctedAt === null ? null : mistakenFact(seed, event, known);
  const facts = mistake && !isCorrected ? { ...known, [mistake.name]: mistake.wrong } : known;
  const draw = drawFor(seed, 'text', event.id, coverage.position);
  const text = writeText({ grammar, common, facts, style, stage: coverage.stage, language, draw });
  if (style === 'wire') return asWire(seed, text, publisher, coverage, facts);
  if (!mistake || !isCorrected) return text;
  const note = renderTemplate(
    common.correction,
    { wrong: mistake.wrong, right: mistake.right },
    draw,
    language,
  );
  return { headline: text.headline, paragraphs: [...text.paragraphs, note] };
}

/** Wire texts begin with place and agency and end with who wrote them. */
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
