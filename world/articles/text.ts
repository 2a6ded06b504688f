import type { Draw } from '../draw.ts';
import type { Stage } from '../events/event.ts';
import type { CommonGrammar, Grammar } from '../grammar/grammar.ts';
import { type Facts, renderFragment, renderTemplate } from '../grammar/template.ts';
import type { Language, Style } from '../types.ts';
import { rephrase } from './rephrase.ts';

/** The text of one article from the facts, the publisher's style and the stage of the event. */
export function writeText(options: TextOptions): Text {
  const { style, language, draw } = options;
  const facts = withSubject(options);
  const headline = writeHeadline({ ...options, facts });
  const plain = (template: string) => renderTemplate(template, facts, draw, language);
  const own = (template: string) => rephrase(plain(template), draw, language);
  const paragraphs = outline(options).map(style === 'wire' ? plain : own);
  return { headline, paragraphs };
}

/** The same headline as `writeText`; wire copies need only the headline. */
export function writeHeadline(options: TextOptions): string {
  const { common, style, language, draw } = options;
  const facts = withSubject(options);
  const say = (template: string, known: Facts) => renderTemplate(template, known, draw, language);
  const headline = say(pickHeadline(options), facts);
  // A headline with a kicker gets no second one, and a question gets none.
  if (style === 'wire' || /: |\. |[?!]$/.test(headline) || !draw.chance(DECORATED)) return headline;
  return say(draw.pick(common.decorations.concat(options.isGrave ? common.grave.decorations : [])), {
    ...facts,
    headline: { en: headline, de: headline, fr: headline, es: headline, ru: headline },
  });
}

/** The share of headlines with a publisher's decoration. */
const DECORATED = 0.22;

function withSubject({ grammar, facts, language, draw }: TextOptions): Facts {
  if ('subject' in facts) return facts;
  const subject = renderFragment(grammar.subject, facts, draw, language);
  return { ...facts, subject: { en: subject, de: subject, fr: subject, es: subject, ru: subject } };
}

/** Publishers rotate through the pool, so that equal headlines are rare while others are available. */
function pickHeadline(options: TextOptions): string {
  const pool = headlinePool(options);
  return pool[(options.turn + options.draw.integer(0, 1)) % pool.length] ?? options.draw.pick(pool);
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

/** The order of paragraphs; the middle is shuffled, so that it differs between publishers. */
function outline({ grammar, common, style, stage, isGrave, draw, particulars }: TextOptions): string[] {
  const [min, max] = DETAILS[style];
  const isWire = style === 'wire';
  const details = draw.several(grammar.details, isWire ? grammar.details.length : draw.integer(min, max));
  const quotes = draw.several(grammar.quotes, isWire ? 2 : draw.integer(1, 2));
  const general = [...common.quotes, ...common.reactions];
  if (isGrave) general.push(...common.grave.quotes, ...common.grave.reactions);
  const extra = draw.several(general, EXTRAS[style] ?? draw.integer(1, 2));
  const [first, ...others] = details;
  const [scene, ...rest] = particulars;
  const chosen = draw.several(rest, PARTICULARS_PER_ARTICLE[style]);
  const middle = draw.several([...others, ...quotes, ...extra, ...chosen], 30);
  const updates = isGrave ? [...common.updateLeads, ...common.grave.updateLeads] : common.updateLeads;
  const opening = stage === 0 ? [] : [draw.pick(stage === 1 ? updates : common.followUpLeads)];
  const ending = [draw.pick(grammar.background), draw.pick(grammar.outlook)];
  if (style === 'tabloid') ending.shift();
  if (draw.chance(0.3)) ending.push(draw.pick(common.closings));
  const known = [first, scene].filter(paragraph => paragraph !== undefined);
  return [draw.pick(grammar.leads), ...opening, ...known, ...middle, ...ending];
}

const ANGLES: Readonly<Record<Style, number>> = {
  wire: 0,
  broadsheet: 0.32,
  tabloid: 0.15,
  local: 0.2,
  business: 0.2,
};

/** The number of general quotes and reactions; the other styles have one or two. */
const EXTRAS: Readonly<Partial<Record<Style, number>>> = { wire: 3, tabloid: 1 };

/** The minimum and maximum number of paragraphs with facts. */
const DETAILS: Readonly<Record<Style, readonly [number, number]>> = {
  wire: [5, 5],
  broadsheet: [2, 4],
  tabloid: [1, 2],
  local: [2, 3],
  business: [2, 3],
};

/** The number of the event's specific people and places in an article, besides those in all articles. */
const PARTICULARS_PER_ARTICLE: Readonly<Record<Style, number>> = {
  wire: 5,
  broadsheet: 5,
  tabloid: 4,
  local: 5,
  business: 5,
};

export interface TextOptions {
  readonly grammar: Grammar;
  readonly common: CommonGrammar;
  readonly facts: Facts;
  readonly style: Style;
  readonly stage: Stage;
  readonly language: Language;
  readonly draw: Draw;
  /** Sentences about the people and places of this event; the first is in every article. */
  readonly particulars: readonly string[];
  /** Position among the articles of the event. */
  readonly turn: number;
  /** Whether the publisher is in the country of the event. */
  readonly isNear: boolean;
  /** Whether the tone must be serious. */
  readonly isGrave: boolean;
}

export interface Text {
  readonly headline: string;
  readonly paragraphs: readonly string[];
}
