import type { Addresses } from './addresses.ts';
import { parseSrcset } from './srcset.ts';
import type { TagAttributes } from './tags.ts';
import { isTiny, isTracker } from './trackers.ts';

/** Chooses the addresses of pictures. */
export class Pictures {
  readonly #addresses: Addresses;
  readonly #imageUrl: (absolute: string) => string | null;

  constructor(addresses: Addresses, imageUrl: ((absolute: string) => string | null) | undefined) {
    this.#addresses = addresses;
    this.#imageUrl = imageUrl ?? (absolute => absolute);
  }

  /** The address of the picture, or null when there is none or it is a tracker. */
  source(attributes: TagAttributes): string | null {
    if (hasTrackerSize(attributes)) return null;
    for (const text of candidates(attributes)) {
      const address = this.#addresses.resource(text);
      if (address !== null) return isTracker(address) ? null : address;
    }
    return null;
  }

  /** The srcset of the picture; may be empty. */
  sources(attributes: TagAttributes): string {
    const lazy = firstOf(attributes, LAZY_SRCSETS);
    const text = lazy ?? attributes.get('srcset') ?? '';
    return parseSrcset(text)
      .map(({ address, size }) => {
        const shown = this.shown(this.#addresses.resource(address));
        return shown === null ? '' : listed(shown, size);
      })
      .filter(candidate => candidate !== '')
      .join(', ');
  }

  /** The address for the page, through the image proxy. */
  shown(address: string | null): string | null {
    return address === null || isTracker(address) ? null : this.#imageUrl(address);
  }
}

/** A lazy picture has a placeholder in `src` and its address in another attribute. */
function* candidates(attributes: TagAttributes): Generator<string> {
  const src = attributes.get('src')?.trim() ?? '';
  const isLate = src === '' || PLACEHOLDER.test(src) || /\blazy/i.test(attributes.get('class') ?? '');
  if (!isLate) yield src;
  const lazy = firstOf(attributes, LAZY_SOURCES);
  if (lazy !== undefined) yield lazy;
  const sized = parseSrcset(firstOf(attributes, LAZY_SRCSETS) ?? attributes.get('srcset') ?? '');
  for (const { address } of sized) yield address;
  // It only looked like a placeholder, unless it is a well-known one.
  if (!SPACER.test(src)) yield src;
}

function firstOf(attributes: TagAttributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (value !== undefined && value.trim() !== '' && !value.startsWith('data:')) return value;
  }
  return undefined;
}

function hasTrackerSize(attributes: TagAttributes): boolean {
  const style = attributes.get('style') ?? '';
  return (
    isTiny(attributes.get('width')) ||
    isTiny(attributes.get('height')) ||
    (style !== '' && HIDDEN_BY_STYLE.test(style.slice(0, 500)))
  );
}

/** A trailing comma would end the candidate. */
function listed(address: string, size: string): string {
  const safe = address.replace(/\s/g, '%20').replace(/,$/, '%2C');
  return size === '' ? safe : `${safe} ${size}`;
}

const LAZY_SOURCES = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-lazy',
  'data-hi-res-src',
  'data-orig-file',
  'data-image',
  'data-url',
];
const LAZY_SRCSETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set'];

export const PICTURE_ATTRIBUTES = ['src', 'srcset', 'width', 'height', 'style', 'class']
  .concat(LAZY_SOURCES)
  .concat(LAZY_SRCSETS);

const PLACEHOLDER =
  /^(?:data:|about:|#)|(?:^|[/_-])(?:blank|spacer|transparent|placeholder|lazy|lazyload|loading|loader|pixel|1x1|grey|gray|dot|clear)(?:[._-][\w.-]{0,30})?\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)/i;
const SPACER = /^#|(?:^|\/)(?:blank|spacer|transparent|1x1|clear|pixel)\.gif(?:[?#]|$)/i;
const HIDDEN_BY_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$))/i;
