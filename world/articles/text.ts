import type { Draw } from '../draw.ts';
import type { Stage } from '../events/event.ts';
import type { CommonGrammar, Grammar } from '../grammar/grammar.ts';
import { type Facts, renderTemplate } from '../grammar/template.ts';
import type { Language, Style } from '../types.ts';
import { rephrase } from './rephrase.ts';

/** One article's words from the facts, the style of the house and the stage of the event. */
export function writeText(options: TextOptions): Text {
  const { grammar, common, style, stage, language, draw } = options;
  const facts = withSubject(options);
  const headline = writeHeadline({ ...options, facts });
  const plain = (template: string) => renderTemplate(template, facts, draw, language);
  const own = (template: string) => rephrase(plain(template), draw, language);
  const paragraphs = outline(grammar, common, style, stage, draw).map(style === 'wire' ? plain : own);
  return { headline, paragraphs };
}

/** The same headline that `writeText` would give; a desk that prints wire copy writes nothing else. */
export function writeHeadline(options: TextOptions): string {
  const { common, style, language, draw } = options;
  const facts = withSubject(options);
  const say = (template: string, known: Facts) => renderTemplate(template, known, draw, language);
  const headline = say(pickHeadline(options), facts);
  if (style === 'wire' || !draw.chance(DECORATED)) return headline;
  return say(draw.pick(common.decorations), {
    ...facts,
    headline: { en: headline, de: headline, fr: headline, es: headline, ru: headline },
  });
}

/** How many headlines carry a mark of the house. */
const DECORATED = 0.22;

function withSubject({ grammar, facts, language, draw }: TextOptions): Facts {
  if ('subject' in facts) return facts;
  const subject = renderTemplate(grammar.subject, facts, draw, language);
  return { ...facts, subject: { en: subject, de: subject, fr: subject, es: subject, ru: subject } };
}

/** Houses take turns through the pool, so that the same headline is rare while there are others. */
function pickHeadline(options: TextOptions): string {
  const pool = headlinePool(options);
  return pool[(options.turn * 7 + options.draw.integer(0, 2)) % pool.length] ?? options.draw.pick(pool);
}

function headlinePool({ grammar, common, style, stage, isNear, draw }: TextOptions): readonly string[] {
  const isAngle = style !== 'wire' && draw.chance(stage === 0 ? ANGLES[style] : 0.35);
  if (isAngle) return common.angles;
  if (stage === 1) return grammar.updates;
  if (stage === 2) return grammar.followUps;
  if (style === 'tabloid' && grammar.tabloid.length > 0 && draw.chance(0.5)) return grammar.tabloid;
  if (style === 'local' && isNear) return [...grammar.headlines, ...grammar.local];
  return style === 'business' ? [...grammar.headlines, ...grammar.business] : grammar.headlines;
}

/** The order in which a piece is told; the middle is shuffled, so that no two houses tell it alike. */
function outline(grammar: Grammar, common: CommonGrammar, style: Style, stage: Stage, draw: Draw): string[] {
  const [fewest, most] = DETAILS[style];
  const details = draw.several(
    grammar.details,
    style === 'wire' ? grammar.details.length : draw.integer(fewest, most),
  );
  const quotes = draw.several(grammar.quotes, style === 'wire' ? 2 : draw.integer(1, 2));
  const extra = draw.several(
    [...common.quotes, ...common.reactions],
    style === 'tabloid' ? 1 : draw.integer(1, 2),
  );
  const [first, ...others] = details;
  const middle = draw.several([...others, ...quotes, ...extra], 20);
  const opening = stage === 0 ? [] : [draw.pick(stage === 1 ? common.updateLeads : common.followUpLeads)];
  const ending = [draw.pick(grammar.background), draw.pick(grammar.outlook)];
  if (style === 'tabloid') ending.shift();
  if (draw.chance(0.3)) ending.push(draw.pick(common.closings));
  return [...opening, draw.pick(grammar.leads), ...(first ? [first] : []), ...middle, ...ending];
}

const ANGLES: Readonly<Record<Style, number>> = {
  wire: 0,
  broadsheet: 0.3,
  tabloid: 0.08,
  local: 0.1,
  business: 0.12,
};

/** The least and the largest number of paragraphs with facts. */
const DETAILS: Readonly<Record<Style, readonly [number, number]>> = {
  wire: [5, 5],
  broadsheet: [2, 4],
  tabloid: [1, 2],
  local: [2, 3],
  business: [2, 3],
};

export interface TextOptions {
  readonly grammar: Grammar;
  readonly common: CommonGrammar;
  readonly facts: Facts;
  readonly style: Style;
  readonly stage: Stage;
  readonly language: Language;
  readonly draw: Draw;
  /** Position among the articles of the event. */
  readonly turn: number;
  /** Whether the house is in the country where it happened. */
  readonly isNear: boolean;
}

export interface Text {
  readonly headline: string;
  readonly paragraphs: readonly string[];
}
