import { hash } from 'node:crypto';
import { Html, html } from '../../../app/markup/html.ts';
import { sanitiseHtml } from '../../../ingest/sanitise/index.ts';
import type { Keys } from '../../../lib/keys.ts';
import type { Article } from '../../../model/article.ts';
import { imageUrlFor } from '../../images/index.ts';
import { t } from '../texts/messages.ts';

/**
 * PARSE-5: sanitised when it came, and once more on its way out, so that what an older version let through is caught
 * by the rules of today; the pictures are given the addresses of the proxy by the same pass.
 *
 * That pass takes milliseconds for a long text, so its outcome is remembered by the hash of what went in. A version of
 * the rules stored beside each text would save the first pass too, but then a text that got into the table by another
 * way (a restored backup, a repair by hand) would be believed. Memory ends with the process, and so do its rules.
 */
export function bodyOf(keys: Keys, { bodyHtml, summary, url }: BodySource): Html {
  if (bodyHtml === '') return html`<p>${summary}</p>`;
  const known = bodiesOf(keys);
  const name = hash('sha256', `${url}\n${bodyHtml}`, 'base64');
  const before = known.get(name);
  const made =
    before ?? sanitiseHtml(bodyHtml, { baseUrl: url, imageUrl: absolute => imageUrlFor(keys, absolute) });
  if (before === undefined) known.put(name, made);
  return withoutPlayers(made, url);
}

function withoutPlayers(safe: string, url: string): Html {
  const instead = html`<a href="${url}" rel="noopener noreferrer external">${t('article.player')}</a>`;
  return html`${safe.split(PLAYER).map((piece, index) => [index > 0 && instead, new Html(piece)])}`;
}

/** Addresses of pictures are signed, so what was made with one key is of no use with another. */
function bodiesOf(keys: Keys): Bodies {
  const found = BODIES.get(keys) ?? new Bodies(ROOM);
  BODIES.set(keys, found);
  return found;
}

/** Texts by name, up to a number of characters together; what was read longest ago goes first. */
export class Bodies {
  readonly #room: number;
  readonly #texts = new Map<string, string>();
  #used = 0;

  constructor(room: number) {
    this.#room = room;
  }

  get(name: string): string | undefined {
    const text = this.#texts.get(name);
    if (text === undefined) return undefined;
    this.#texts.delete(name);
    this.#texts.set(name, text);
    return text;
  }

  /** One that would drive out many others is not kept. */
  put(name: string, text: string): void {
    if (text.length > this.#room / 8 || this.#texts.has(name)) return;
    this.#texts.set(name, text);
    this.#used += text.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#used <= this.#room) return;
      this.#texts.delete(oldest);
      this.#used -= length;
    }
  }
}

const BODIES = new WeakMap<Keys, Bodies>();
const ROOM = 16_000_000;
/** Films and sound would be asked of the publisher by the reader's own browser, and the content policy forbids it. */
const PLAYER = /<video\b[\s\S]*?<\/video>|<audio\b[\s\S]*?<\/audio>/;

type BodySource = Pick<Article, 'bodyHtml' | 'summary' | 'url'>;
