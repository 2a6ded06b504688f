import { readLabelledFiles } from '../../lib/evaluation/labelled-files.ts';

/** FEED-8: a click log in time order, and the articles in it. */
export async function readClickLog(data: string): Promise<ClickLog> {
  const rows: unknown[] = (await readLabelledFiles(data)).flatMap(({ rows: some }) => some);
  const visits = rows.filter(isVisit).map(({ user, ts, history, impressions }) => ({
    user,
    at: Date.parse(/Z|[+-]\d\d:\d\d$/.test(ts) ? ts : `${ts}Z`),
    history,
    shown: impressions.map(([id, clicked]) => ({ id, isClicked: clicked === 1 })),
  }));
  if (visits.length === 0) throw new Error(`no click log in ${data}`);
  const articles = new Map(rows.filter(isArticle).map(article => [article.id, article]));
  return { visits: visits.sort((a, b) => a.at - b.at), articles };
}

function isVisit(row: unknown): row is VisitRow {
  return (
    typeof row === 'object' &&
    row !== null &&
    'impressions' in row &&
    'history' in row &&
    'ts' in row &&
    'user' in row
  );
}

function isArticle(row: unknown): row is LoggedArticle {
  return typeof row === 'object' && row !== null && 'id' in row && 'category' in row && 'subcategory' in row;
}

interface VisitRow {
  readonly user: string;
  readonly ts: string;
  readonly history: readonly string[];
  readonly impressions: readonly (readonly [string, number])[];
}

export interface LoggedArticle {
  readonly id: string;
  readonly category: string;
  readonly subcategory: string;
  readonly title: string;
}

export interface LoggedVisit {
  readonly user: string;
  readonly at: number;
  /** The articles clicked before, oldest first. */
  readonly history: readonly string[];
  readonly shown: readonly { readonly id: string; readonly isClicked: boolean }[];
}

export interface ClickLog {
  readonly visits: readonly LoggedVisit[];
  readonly articles: ReadonlyMap<string, LoggedArticle>;
}
