import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Mail, MailMessage } from '../../platform/mail/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { type MailDue, mailsDue, noteMailed } from '../../search/alerts/delivery/due-mails.ts';
import { type FoundArticle, foundArticles } from '../../search/results/result-articles.ts';
import { html } from '../markup/html.ts';

/**
 * SRCH-9: sends what answered saved searches to those who want it by mail. What a mail server does not take waits for
 * the next time.
 */
export async function sendAlertMails(tools: AlertMailTools): Promise<number> {
  const { database, clock, mail } = tools;
  if (mail === null) return 0;
  const now = new Date(clock.now());
  let sent = 0;
  for (let after: string | null = null; ; ) {
    const due: MailDue[] = await mailsDue(database, { now, after, most: AT_ONCE });
    for (const each of due) {
      if (await sendOne({ ...tools, mail }, each, now)) sent++;
      after = each.id;
    }
    if (due.length < AT_ONCE) return sent;
  }
}

async function sendOne(
  tools: AlertMailTools & { readonly mail: Mail },
  due: MailDue,
  now: Date,
): Promise<boolean> {
  const { database, mail, telemetry } = tools;
  const found = await foundArticles(database, due.articleIds);
  const articles = due.articleIds.flatMap(id => found.get(id) ?? []);
  try {
    if (articles.length > 0) await mail.send(messageOf(tools, due, articles));
    await noteMailed(database, due, now);
    return articles.length > 0;
  } catch (error) {
    telemetry.log.warn('a mail about a saved search was not sent', { search: due.id, error });
    return false;
  }
}

function messageOf(
  { origin, siteName, keys }: AlertMailTools,
  { id, name, email }: MailDue,
  articles: readonly FoundArticle[],
): MailMessage {
  const unsubscribe = `${origin}/saved-searches/stop?of=${id}&sign=${keys.sign('saved-search-mail', id)}`;
  const more = `${origin}/saved-searches/${id}`;
  const title = `New for ${name}`;
  const lines = articles.map(({ title: headline, sourceName, id: article }) =>
    [headline, sourceName ?? '', `${origin}/articles/${article}`, ''].join('\n'),
  );
  const body = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<h1 dir="auto">${title}</h1>
${articles.map(
  ({ id: article, title: headline, language, sourceName }) =>
    html`<p${language !== null && html` lang="${language}"`} dir="auto"><a href="${origin}/articles/${article}">${headline}</a><br>${sourceName ?? ''}</p>`,
)}
<p><a href="${more}">All matches</a> · <a href="${unsubscribe}">No more mails for this search</a></p></body></html>`;
  return {
    to: email,
    subject: `${title.slice(0, 100)} · ${siteName}`,
    text: `${title}\n\n${lines.join('\n')}\nAll matches: ${more}\nNo more mails for this search: ${unsubscribe}\n`,
    html: String(body),
    unsubscribe,
  };
}

const AT_ONCE = 200;

export interface AlertMailTools {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly telemetry: Telemetry;
  readonly keys: Keys;
  readonly origin: string;
  readonly siteName: string;
  /** Null where there is no mail server: matches are pages, feeds and webhooks only. */
  readonly mail: Mail | null;
}
