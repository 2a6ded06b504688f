import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Mail, MailMessage } from '../../platform/mail/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { type DueMail, dueMails, markMailed } from '../../search/alerts/delivery/due-mails.ts';
import { type ResultArticle, resultArticles } from '../../search/results/result-articles.ts';
import { html } from '../markup/html.ts';

/** SRCH-9: mails new matches of saved searches. Mails that the server refuses are sent with the next run. */
export async function sendAlertMails(deps: AlertMailDeps): Promise<number> {
  const { database, clock, mail } = deps;
  if (mail === null) return 0;
  const now = new Date(clock.now());
  let sent = 0;
  for (let after: string | null = null; ; ) {
    const due: DueMail[] = await dueMails(database, { now, after, limit: BATCH });
    for (const each of due) {
      if (await sendOne({ ...deps, mail }, each, now)) sent++;
      after = each.id;
    }
    if (due.length < BATCH) return sent;
  }
}

async function sendOne(
  deps: AlertMailDeps & { readonly mail: Mail },
  due: DueMail,
  now: Date,
): Promise<boolean> {
  const { database, mail, telemetry } = deps;
  const found = await resultArticles(database, due.articleIds);
  const articles = due.articleIds.flatMap(id => found.get(id) ?? []);
  try {
    if (articles.length > 0) await mail.send(messageOf(deps, due, articles));
    await markMailed(database, due, now);
    return articles.length > 0;
  } catch (error) {
    telemetry.log.warn('alert.mail_failed', { search: due.id, error });
    return false;
  }
}

function messageOf(
  { origin, siteName, keys }: AlertMailDeps,
  { id, name, email }: DueMail,
  articles: readonly ResultArticle[],
): MailMessage {
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
<p><a href="${more}">View all matches</a> · <a href="${unsubscribe}">Unsubscribe from this search</a></p></body></html>`;
  return {
    to: email,
    subject: `${title.slice(0, 100)} · ${siteName}`,
    text: `${title}\n\n${lines.join('\n')}\nView all matches: ${more}\nUnsubscribe from this search: ${unsubscribe}\n`,
    html: String(body),
    unsubscribe,
  };
}

const BATCH = 200;

export interface AlertMailDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly telemetry: Telemetry;
  readonly keys: Keys;
  readonly origin: string;
  readonly siteName: string;
  /** Null without a mail server: matches are then available as pages, feeds and webhooks only. */
  readonly mail: Mail | null;
}
