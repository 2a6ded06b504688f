import type { Draw } from '../draw.ts';
import type { Text } from './text.ts';

/** The most that a copy may lose at its end, as a share of the words: less than what makes it another text. */
const MOST_CUT = 0.09;

/** In a text of this many words a missing place name makes no difference. */
const LONG = 120;

/** What a desk does to wire copy in five minutes: new headline, agency line changed, the end cut. */
export function copyText(wire: Text, ownHeadline: string, agency: string, draw: Draw): Text {
  const headline = draw.chance(0.3) ? wire.headline : ownHeadline;
  const [lead = '', ...body] = wire.paragraphs.slice(0, -1);
  const last = body.at(-1);
  const total = wire.paragraphs.reduce((sum, paragraph) => sum + words(paragraph), 0);
  const signOff = words(wire.paragraphs.at(-1) ?? '');
  if (last && draw.chance(0.6) && words(last) + signOff <= total * MOST_CUT) body.pop();
  return {
    headline,
    paragraphs: [creditLine(lead, agency, total >= LONG && draw.chance(0.4), draw), ...body],
  };
}

function creditLine(lead: string, agency: string, dropsPlace: boolean, draw: Draw): string {
  if (dropsPlace) return lead.replace(/^.*? \([^)]*\) - /, '');
  return lead.replace(` (${agency}) - `, draw.chance(0.5) ? ' - ' : ' – ');
}

function words(text: string): number {
  return text.split(' ').length;
}
