import { seededRandom } from '../../lib/random.ts';
import type { ArticleText } from './features.ts';

/**
 * Articles of synthetic events, event by event. Each event has different names; each article reports it with
 * a different choice of shared words.
 */
export function syntheticEvents(events: number, articles: number): SyntheticArticle[] {
  return Array.from({ length: events * articles }, (_, number) => {
    const event = Math.floor(number / articles);
    const report = number % articles;
    const names = ['Mar', 'Tol', 'Ves', 'Kin', 'Dor'].map(start => `${start}${letters(event)}`);
    const random = seededRandom(number);
    const sharedWords = (count: number) =>
      Array.from({ length: count }, () => SHARED[Math.floor(random.fraction() * SHARED.length)]).join(' ');
    const [a, b, c, d, e] = names;
    return {
      id: number.toString().padStart(8, '0'),
      event,
      article: {
        title: `${a} ${b} ${sharedWords(3)} ${report % 2 === 0 ? c : d}`,
        summary: `${sharedWords(6)} ${c} ${d} ${sharedWords(4)} ${e} ${a}.`,
        bodyText: '',
        language: 'en',
        publishedAt: START + number * 1_000,
        sourceId: `source ${report}`,
      },
    };
  });
}

function letters(event: number): string {
  return `${String.fromCharCode(97 + (event % 26))}${String.fromCharCode(97 + (Math.floor(event / 26) % 26))}en`;
}

const START = Date.UTC(2026, 0, 1);
const SHARED = (
  'council vote harbour minister strike talks police court budget school river storm company market report worker ' +
  'leader city government plan price election hospital train judge study climate energy tax border union record ' +
  'season coach player match final goal film series music award tour book museum phone network data privacy ' +
  'launch rocket satellite bank profit loss share investor merger deal trade tariff farm harvest drought flood ' +
  'fire rescue crash airport flight pilot ferry bridge tunnel road traffic housing rent mortgage charity protest ' +
  'march parliament senate treaty summit border army navy attack ceasefire hostage prison trial appeal verdict'
).split(' ');

export interface SyntheticArticle {
  readonly id: string;
  readonly event: number;
  readonly article: ArticleText;
}
