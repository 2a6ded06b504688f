import type { Draw } from '../draw.ts';
import type { Text } from './text.ts';

/** The maximum share of words cut at the end of a copy, below the threshold of a different text. */
const MAX_CUT = 0.09;

/** In a text of this length a missing place name does not matter. */
const LONG_TEXT_WORDS = 120;

/** Typical edits of wire copy: a new headline, another agency line, a shorter end. */
export function copyText(wire: Text, ownHeadline: string, agency: string, draw: Draw): Text {
  const headline = draw.chance(0.3) ? wire.headline : ownHeadline;
  const [lead = '', ...body] = wire.paragraphs.slice(0, -1);
  const last = body.at(-1);
  const total = wire.paragraphs.reduce((sum, paragraph) => sum + words(paragraph), 0);
  const signOff = words(wire.paragraphs.at(-1) ?? '');
  if (last && draw.chance(0.6) && words(last) + signOff <= total * MAX_CUT) body.pop();
  return {
    headline,
    paragraphs: [creditLine(lead, agency, total >= LONG_TEXT_WORDS && draw.chance(0.4), draw), ...body],
  };
}

function creditLine(lead: string, agency: string, dropsPlace: boolean, draw: Draw): string {
  if (dropsPlace) return lead.replace(/^.*? \([^)]*\) - /, '');
  return lead.replace(` (${agency}) - `, draw.chance(0.5) ? ' - ' : ' – ');
}

function words(text: string): number {
  return text.split(' ').length;
}
