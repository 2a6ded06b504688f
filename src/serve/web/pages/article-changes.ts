import { type Html, html } from '../../../app/markup/html.ts';
import { type DiffSegment, diffText } from '../../../ingest/dedup/diff/diff-text.ts';
import type { Article, ArticleRevision } from '../../../model/article.ts';
import { t } from '../texts/messages.ts';
import { moment } from '../times.ts';

/** DEDUP-2: the changes of each revision, newest first. */
export function changesOf(article: Article, revisions: readonly ArticleRevision[]): Html {
  const texts: readonly ArticleTexts[] = [article, ...revisions];
  const changes = revisions
    .map((revision, index) => ({ revision, before: texts[index] ?? article }))
    .slice(-SHOWN)
    .reverse();
  return html`<section class="flow changes" id="changes" aria-labelledby="changes-title"><h2 id="changes-title">${t('article.changes')}</h2>
<p class="meta">${t('article.changesKey', { at: moment(article.storedAt), added: html`<ins>${t('article.added')}</ins>`, removed: html`<del>${t('article.removed')}</del>` })}</p>
${changes.map(change)}
${revisions.length > SHOWN && html`<p class="meta">${t('article.moreChanges', { count: revisions.length - SHOWN })}</p>`}</section>`;
}

function change(
  { revision, before }: { revision: ArticleRevision; before: ArticleTexts },
  index: number,
): Html {
  const title = revision.title === before.title ? null : diffText(before.title, revision.title);
  return html`<details${index === 0 && html` open`}><summary>${t('article.seen', { at: moment(revision.seenAt) })}</summary>
${title && html`<p><strong>${title.map(marked)}</strong></p>`}
<p class="difference">${shortened(diffText(textOf(before), textOf(revision))).map(marked)}</p></details>`;
}

function textOf({ bodyText, summary }: ArticleTexts): string {
  return bodyText === '' ? summary : bodyText;
}

/** Shortens unchanged text to some words before and after each change. */
function shortened(segments: readonly DiffSegment[]): DiffSegment[] {
  return segments.map((segment, index) => {
    if (segment.kind !== 'same' || segment.text.length <= 2 * CONTEXT) return segment;
    const start = index === 0 ? '' : segment.text.slice(0, CONTEXT);
    const end = index === segments.length - 1 ? '' : segment.text.slice(-CONTEXT);
    return { kind: 'same', text: `${start} … ${end}` };
  });
}

function marked({ kind, text }: DiffSegment): Html | string {
  if (kind === 'added') return html`<ins>${text}</ins>`;
  return kind === 'removed' ? html`<del>${text}</del>` : text;
}

const SHOWN = 10;
const CONTEXT = 150;

type ArticleTexts = Pick<Article, 'title' | 'summary' | 'bodyText'>;
