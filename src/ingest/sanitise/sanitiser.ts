import { Addresses } from './addresses.ts';
import { attribute, EXTERNAL_REL, startTagOf, wantedAttributes, writeAttributes } from './attributes.ts';
import { ALLOWED, RAW_TEXT_SHOWN, RENAMED } from './elements.ts';
import { embeddedPage } from './embeds.ts';
import { cleaned, decodedText, escapeText } from './escaping.ts';
import { HiddenContent } from './hidden.ts';
import { Pictures } from './pictures.ts';
import type { TagAttributes } from './tags.ts';
import type { TokenSink } from './tokeniser.ts';
import { HtmlWriter } from './tree.ts';

/**
 * Writes a new document from the tokens of a hostile one. No markup is copied: every tag and attribute of the output is
 * written by us, so how a browser would parse the input does not matter for safety, only for how much of the article
 * survives.
 */
export class Sanitiser implements TokenSink {
  readonly #tree = new HtmlWriter();
  readonly #hidden = new HiddenContent();
  readonly #addresses: Addresses;
  readonly #pictures: Pictures;
  /** Pictures already written, and those in `noscript`: most are there twice. */
  readonly #written = new Set<string>();
  readonly #withoutScripts = new Set<string>();

  constructor({ baseUrl, imageUrl }: SanitiseOptions) {
    this.#addresses = new Addresses(baseUrl);
    this.#pictures = new Pictures(this.#addresses, imageUrl);
  }

  get done(): boolean {
    return this.#tree.full;
  }

  wants(name: string): ReadonlySet<string> | undefined {
    return ALLOWED.has(name) || OTHERS_READ.has(name) ? wantedAttributes(name) : undefined;
  }

  start(given: string, attributes: TagAttributes, selfClosing: boolean, endFollows: () => boolean): void {
    if (this.#hidden.hides(given, selfClosing)) return;
    this.#begin(RENAMED.get(given) ?? given, attributes);
    this.#hidden.enter(given, selfClosing, endFollows);
    // Without an end tag the rest of the article would be its fallback content.
    if (PLAYERS.has(given) && !this.#hidden.isInside(given)) this.#tree.end(given);
  }

  end(given: string): void {
    if (this.#hidden.hidesEnd(given)) return;
    if (given === 'br') this.#tree.begin({ name: 'br' });
    else this.#tree.end(RENAMED.get(given) ?? given);
  }

  text(text: string): void {
    if (!this.#hidden.isActive) this.#tree.text(escapeText(decodedText(text)));
  }

  rawText(name: string, text: string): void {
    if (!this.#hidden.isActive && RAW_TEXT_SHOWN.has(name)) this.#tree.text(escapeText(cleaned(text)));
  }

  finish(): string {
    return this.#tree.finish();
  }

  #begin(name: string, attributes: TagAttributes): void {
    if (name === 'img') this.#picture(attributes);
    else if (name === 'source') this.#source(attributes);
    else if (PLAYERS.has(name)) this.#player(name, attributes);
    else if (FRAMES.has(name)) this.#frame(attributes);
    else if (ALLOWED.has(name)) this.#element(name, attributes);
  }

  #element(name: string, attributes: TagAttributes): void {
    const tag = startTagOf(name, attributes, this.#addresses);
    // A span without attributes is useless, and most are left over from styles.
    if (name === 'span' && tag.attributes === undefined) this.#tree.omit(name);
    else if (!this.#tree.begin(tag) && CELLS.has(name)) this.#tree.text(' ');
  }

  #picture(attributes: TagAttributes): void {
    const address = this.#pictures.source(attributes);
    const shown = this.#pictures.shown(address);
    if (address === null || shown === null || this.#isShownAlready(address)) return;
    this.#written.add(address);
    const sources = this.#pictures.sources(attributes);
    this.#tree.begin({
      name: 'img',
      attributes:
        attribute('src', shown) +
        (sources === '' ? '' : attribute('srcset', sources)) +
        writeAttributes('img', attributes, this.#addresses) +
        ' loading="lazy" referrerpolicy="no-referrer"',
    });
  }

  #isShownAlready(address: string): boolean {
    if (!this.#hidden.isInside('noscript')) return this.#withoutScripts.has(address);
    this.#withoutScripts.add(address);
    return this.#written.has(address);
  }

  #source(attributes: TagAttributes): void {
    const parent = this.#tree.current;
    if (parent === 'picture') this.#pictureSource(attributes);
    if (!PLAYERS.has(parent)) return;
    const address = this.#addresses.resource(attributes.get('src') ?? attributes.get('data-src') ?? '');
    if (address !== null) this.#writeSource(attribute('src', address), attributes);
  }

  #pictureSource(attributes: TagAttributes): void {
    const sources = this.#pictures.sources(attributes);
    if (sources !== '') this.#writeSource(attribute('srcset', sources), attributes);
  }

  #writeSource(address: string, attributes: TagAttributes): void {
    const others = writeAttributes('source', attributes, this.#addresses);
    this.#tree.begin({ name: 'source', attributes: address + others });
  }

  /** Nothing is loaded before the reader starts the player. */
  #player(name: string, attributes: TagAttributes): void {
    const address = this.#addresses.resource(attributes.get('src') ?? attributes.get('data-src') ?? '');
    const poster = this.#pictures.shown(this.#addresses.resource(attributes.get('poster') ?? ''));
    this.#tree.begin({
      name,
      attributes:
        (address === null ? '' : attribute('src', address)) +
        (poster === null ? '' : attribute('poster', poster)) +
        writeAttributes(name, attributes, this.#addresses) +
        ' controls="" preload="none"',
    });
  }

  #frame(attributes: TagAttributes): void {
    const page = embeddedPage(attributes, this.#addresses);
    if (page === null) return;
    // Inside a line, blanks separate the label of a frame from the words around it.
    const isInLine = !FLOWS.has(this.#tree.current);
    if (isInLine) this.#tree.text(' ');
    else this.#tree.begin({ name: 'p' });
    this.#tree.begin({ name: 'a', fallback: attribute('href', page.href) + EXTERNAL_REL });
    this.#tree.text(escapeText(cleaned(page.label)));
    this.#tree.end('a');
    if (isInLine) this.#tree.text(' ');
    else this.#tree.end('p');
  }
}

const PLAYERS = new Set(['audio', 'video']);
/** Elements that may contain paragraphs. */
const FLOWS = new Set(
  'article aside blockquote dd details div figure footer header li section td th'.split(' ').concat(''),
);
const CELLS = new Set(['td', 'th']);
const FRAMES = new Set(['embed', 'iframe']);
const OTHERS_READ = new Set(['embed', 'iframe', 'image']);

export interface SanitiseOptions {
  /** The address of the page of the HTML; without it, relative addresses are dropped. */
  readonly baseUrl?: string | null;
  /** Returns the address for a picture, usually that of the image proxy; null drops it. */
  readonly imageUrl?: (absolute: string) => string | null;
}
