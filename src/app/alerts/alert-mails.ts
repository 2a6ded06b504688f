import type { Mail, MailMessage } from '../../platform/mail/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { type DueMail, dueMails, markMailed } from '../../search/alerts/delivery/due-mails.ts';
import { type ResultArticle, resultArticles } from '../../search/results/result-articles.ts';
import { type NewsMailDeps, sendNewsMail } from '../mail/send-mail.ts';
import { html } from '../markup/html.ts';

/**
 * SRCH-9: mails new matches of saved searches. Mails that the server refuses are sent with the next run, and mails beyond the
 * daily limit of their address on the next day.
 */
export async function sendAlertMails(deps: AlertMailDeps): Promise<number> {
  const { database, clock, mail } = deps;
  if (mail === null) return 0;
  const now = new Date(clock.now());
  let sent = 0;
  const atLimit = new Set<string>();
  for (let after: string | null = null; ; ) {
    const due: DueMail[] = await dueMails(database, { now, after, limit: BATCH });
    for (const each of due) {
      after = each.id;
      if (atLimit.has(each.userId)) continue;
      const outcome = await sendOne({ ...deps, mail }, each, now);
      if (outcome === 'withheld') atLimit.add(each.userId);
      if (outcome === 'sent') sent++;
    }
    if (due.length < BATCH) return sent;
  }
}

async function sendOne(
  deps: AlertMailDeps & { readonly mail: Mail },
  due: DueMail,
  now: Date,
): Promise<'sent' | 'withheld' | 'skipped'> {
  const { database, telemetry } = deps;
  const found = await resultArticles(database, due.articleIds);
  const articles = due.articleIds.flatMap(id => found.get(id) ?? []);
  try {
    const outcome =
      articles.length === 0
        ? 'skipped'
        : await sendNewsMail(deps, due, stopUrl => messageOf(deps, due, articles, stopUrl));
    if (outcome !== 'withheld') await markMailed(database, due, now);
    return outcome;
  } catch (error) {
    telemetry.log.warn('alert.mail_failed', { search: due.id, error });
    return 'skipped';
  }
}

function messageOf(
  { origin, siteName, keys }: AlertMailDeps,
  { id, name }: DueMail,
  articles: readonly ResultArticle[],
  stopUrl: string,
): Omit<MailMessage, 'to'> {
  const unsubscribe = `${origin}/saved-searches/stop?of=${id}&sign=${keys.sign('saved-search-mail', id)}`;
  const more = `${origin}/saved-searches/${id}`;
  const title = `New results for ${name}`;
  const lines = articles.map(({ title: headline, sourceName, id: article }) =>
    [headline, sourceName ?? '', `${origin}/articles/${article}`, ''].join('\n'),
  );
  const body = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<h1 dir="auto">${title}</h1>
${articles.map(
  ({ id: article, title: headline, language, sourceName }) =>
    html`<p${language !== null && html` lang="${language}"`} dir="auto"><a href="${origin}/articles/${article}">${headline}</a><br>${sourceName ?? ''}</p>`,
)}
<p><a href="${more}">View all matches</a> · <a href="${unsubscribe}">Unsubscribe from this search</a> · <a href="${stopUrl}">Stop all email</a></p></body></html>`;
  return {
    // Without the name of the search, which is the reader's own text.
    subject: `New results for a saved search · ${siteName}`,
    text: `${title}\n\n${lines.join('\n')}\nView all matches: ${more}\nUnsubscribe from this search: ${unsubscribe}\nStop all email: ${stopUrl}\n`,
    html: String(body),
    unsubscribe,
  };
}

const BATCH = 200;

/** Without a mail server, matches are available as pages, feeds and webhooks only. */
export interface AlertMailDeps extends NewsMailDeps {
  readonly telemetry: Telemetry;
  readonly siteName: string;
}
