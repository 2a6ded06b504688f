import { DigestBuilder, periodMs } from '../../feeds/digests/digest-builder.ts';
import {
  type DueReader,
  type Period,
  readersDue,
  recordDelivery,
  storeDigest,
} from '../../feeds/digests/stored-digests.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Story } from '../../model/story.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Mail, MailMessage } from '../../platform/mail/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { recentStories, storiesByIds } from '../../stories/queries/index.ts';
import { loadTastes } from '../feeds/load-tastes.ts';
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
    await mail.send(messageOf(deps, userId, email, period, stories));
    await recordDelivery(database, digest.id, { at: now, failure: null });
  } catch (error) {
    telemetry.log.warn('digest.send_failed', { digest: digest.id, error });
    await recordDelivery(database, digest.id, { at: null, failure: String(error).slice(0, 500) });
  }
  return true;
}

function messageOf(
  { origin, siteName, keys }: DigestDeps,
  userId: string,
  to: string,
  period: Period,
  stories: readonly Story[],
): MailMessage {
  const unsubscribe = `${origin}/digest/stop?of=${userId}&sign=${keys.sign('digest', userId)}`;
  const title = `Your ${period} digest from ${siteName}`;
  const lines = stories.map(({ headline, lead, id }) => `${headline}\n${lead}\n${origin}/stories/${id}\n`);
  return {
    to,
    subject: stories[0] ? `${stories[0].headline.slice(0, 100)} · ${siteName}` : title,
    text: `${title}\n\n${lines.join('\n')}\nUnsubscribe: ${unsubscribe}\n`,
    html: String(page(title, origin, stories, unsubscribe)),
    unsubscribe,
  };
}

/** Mail programs load nothing and support little CSS: plain elements, and no tracking pictures. */
function page(title: string, origin: string, stories: readonly Story[], unsubscribe: string): Html {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<h1>${title}</h1>
${stories.map(
  ({ id, headline, lead, leadSource, language }) =>
    html`<h2${language !== 'und' && html` lang="${language}"`} dir="auto"><a href="${origin}/stories/${id}">${headline}</a></h2><p dir="auto">${lead}</p><p>${leadSource ?? ''}</p>`,
)}
<p><a href="${unsubscribe}">Unsubscribe</a></p></body></html>`;
}

const BATCH = 200;
const STORIES = 12;

export interface DigestDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly telemetry: Telemetry;
  readonly keys: Keys;
  readonly origin: string;
  readonly siteName: string;
  /** Null without a mail server: digests are pages only. */
  readonly mail: Mail | null;
}
