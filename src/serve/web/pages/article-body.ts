import { hash } from 'node:crypto';
import type { AppContext } from '../../../app/context.ts';
import { Html, html } from '../../../app/markup/html.ts';
import { imageUrlFor } from '../../../app/output/image-address.ts';
import { sanitiseHtml } from '../../../ingest/sanitise/index.ts';
import type { Article } from '../../../model/article.ts';
import { t } from '../texts/messages.ts';

/**
 * PARSE-5: a body is sanitised when it arrives and again before it is served, so that the rules of today also
 * catch what an older version let through. The same pass points pictures to the image proxy.
 *
 * The pass takes milliseconds for a long text, so its result is cached by the hash of the input. Storing a
 * version of the rules beside each text would also save the first pass, but would trust a text that reached
 * the table another way (a restored backup, a manual repair). The cache ends with the process, and so do its
 * rules. Picture addresses are signed: a cache belongs to one key.
 */
export function bodyOf({ keys, articleBodies }: BodyDeps, { bodyHtml, summary, url }: BodySource): Html {
  if (bodyHtml === '') return html`<p>${summary}</p>`;
  const name = hash('sha256', `${url}\n${bodyHtml}`, 'base64');
  const before = articleBodies.get(name);
  const made =
    before ?? sanitiseHtml(bodyHtml, { baseUrl: url, imageUrl: absolute => imageUrlFor(keys, absolute) });
  if (before === undefined) articleBodies.put(name, made);
  return withoutPlayers(made, url);
}

function withoutPlayers(safe: string, url: string): Html {
  const instead = html`<a href="${url}" rel="noopener noreferrer external">${t('article.player')}</a>`;
  return html`${safe.split(PLAYER).map((piece, index) => [index > 0 && instead, new Html(piece)])}`;
}

/**
 * The reader's browser would load video and audio from the publisher, which the content security policy
 * forbids.
 */
const PLAYER = /<video\b[\s\S]*?<\/video>|<audio\b[\s\S]*?<\/audio>/;

type BodySource = Pick<Article, 'bodyHtml' | 'summary' | 'url'>;
type BodyDeps = Pick<AppContext, 'keys' | 'articleBodies'>;
