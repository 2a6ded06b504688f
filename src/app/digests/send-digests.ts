import { DigestBuilder, periodMs } from '../../feeds/digests/digest-builder.ts';
import {
  type DueReader,
  type Period,
  readersDue,
  recordDelivery,
  storeDigest,
} from '../../feeds/digests/stored-digests.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Story } from '../../model/story.ts';
import type { MailMessage } from '../../platform/mail/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { recentStories, storiesByIds } from '../../stories/queries/index.ts';
import { loadTastes } from '../feeds/load-tastes.ts';
import { type NewsMailDeps, sendNewsMail } from '../mail/send-mail.ts';
import { type Html, html } from '../markup/html.ts';

/**
 * FEED-11: builds the digests of all readers who want one, and sends them where there is a mail server. Each is stored
 * before it is sent; one that the server refused is sent unchanged with the next run of the day.
 */
export async function sendDigests(deps: DigestDeps, period: Period): Promise<number> {
  const { database, clock } = deps;
  const now = new Date(clock.now());
  const day = now.toISOString().slice(0, 10);
  let builder: DigestBuilder | undefined;
  let built = 0;
  for (let after: string | null = null; ; ) {
    const readers: DueReader[] = await readersDue(database, { period, day, after, limit: BATCH });
    if (readers.length > 0) builder ??= await fillBuilder(deps, period, now);
    for (const reader of readers) {
      if (builder && (await sendOne(deps, builder, reader, { period, day, now }))) built++;
      after = reader.userId;
    }
    if (readers.length < BATCH) return built;
  }
}

async function fillBuilder({ database }: DigestDeps, period: Period, now: Date): Promise<DigestBuilder> {
  const builder = new DigestBuilder(period, now.getTime());
  for await (const stories of recentStories(database, new Date(now.getTime() - periodMs(period))))
    builder.add(stories);
  return builder;
}

async function sendOne(
  deps: DigestDeps,
  builder: DigestBuilder,
  { userId, email }: DueReader,
  { period, day, now }: { readonly period: Period; readonly day: string; readonly now: Date },
): Promise<boolean> {
  const { database, clock, newId, mail, telemetry } = deps;
  const [taste] = await loadTastes(database, clock, [userId]);
  const storyIds = taste ? builder.pick(taste, STORIES) : [];
  if (storyIds.length === 0) return false;
  const digest = await storeDigest(database, { id: newId(), userId, period, day, storyIds, now });
  if (!mail || email === null) return true;
  const stories = await storiesByIds(database, digest.storyIds);
  try {
    const outcome = await sendNewsMail({ ...deps, mail }, { userId, email }, stopUrl =>
      messageOf(deps, userId, period, stories, stopUrl),
    );
    const isSent = outcome === 'sent';
    const failure = isSent ? null : 'The daily limit of mails to this address was reached.';
    await recordDelivery(database, digest.id, { at: isSent ? now : null, failure });
  } catch (error) {
    telemetry.log.warn('digest.send_failed', { digest: digest.id, error });
    await recordDelivery(database, digest.id, { at: null, failure: String(error).slice(0, 500) });
  }
  return true;
}

function messageOf(
  { origin, siteName, keys }: DigestDeps,
  userId: string,
  period: Period,
  stories: readonly Story[],
  stopUrl: string,
): Omit<MailMessage, 'to'> {
  const unsubscribe = `${origin}/digest/stop?of=${userId}&sign=${keys.sign('digest', userId)}`;
  const title = `Your ${period} digest from ${siteName}`;
  const lines = stories.map(({ headline, lead, id }) => `${headline}\n${lead}\n${origin}/stories/${id}\n`);
  return {
    subject: stories[0] ? `${stories[0].headline.slice(0, 100)} · ${siteName}` : title,
    text: `${title}\n\n${lines.join('\n')}\nUnsubscribe: ${unsubscribe}\nStop all email: ${stopUrl}\n`,
    html: String(page(title, origin, stories, { unsubscribe, stopUrl })),
    unsubscribe,
  };
}

/** Mail programs load nothing and support little CSS: plain elements, and no tracking pictures. */
function page(
  title: string,
  origin: string,
  stories: readonly Story[],
  { unsubscribe, stopUrl }: { readonly unsubscribe: string; readonly stopUrl: string },
): Html {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<h1>${title}</h1>
${stories.map(
  ({ id, headline, lead, leadSource, language }) =>
    html`<h2${language !== 'und' && html` lang="${language}"`} dir="auto"><a href="${origin}/stories/${id}">${headline}</a></h2><p dir="auto">${lead}</p><p>${leadSource ?? ''}</p>`,
)}
<p><a href="${unsubscribe}">Unsubscribe</a> · <a href="${stopUrl}">Stop all email</a></p></body></html>`;
}

const BATCH = 200;
const STORIES = 12;

/** Without a mail server, digests are pages only. */
export interface DigestDeps extends NewsMailDeps {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly telemetry: Telemetry;
  readonly siteName: string;
}
