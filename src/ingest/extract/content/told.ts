import { decodeHTML } from 'entities';
import { escapeHtml } from '../../parse/text/html-text.ts';
import { collapse } from '../dom/text.ts';
import type { Content } from './index.ts';

/**
 * The text that a page gives to machines in its data, for pages that build what readers see with scripts. It is
 * preferred only when it is far longer than what was found, because it has neither headings nor links.
 */
export function preferTold(found: Content, told: string): Content {
  if (told.length < SHORTEST) return found;
  const plain = decodeHTML(told)
    .replace(/<\/(?:p|div|h\d|li|pre)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  const lines = plain
    .split(/[\r\n]+/)
    .map(collapse)
    .filter(line => line.length > 0);
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  const known = found.lines.reduce((sum, line) => sum + line.length, 0);
  if (length < known * FAR_LONGER) return found;
  return { lines, html: lines.map(line => `<p>${escapeHtml(line)}</p>`).join('\n') };
}

const SHORTEST = 400;
const FAR_LONGER = 2;
