import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { TrendingBoard } from '../../signals/trending/board.ts';
import type { ListName, WindowName } from '../../signals/trending/lists.ts';
import { EncodedBody } from '../encoded-body.ts';
import type { ListJson, TrendingLists } from './trending-lists.ts';

/**
 * TREND-6: trending lists as bytes. A list that was requested within the last minutes is rendered again with each new
 * edition of its window, so nearly every request finds it rendered; the previous bytes are served meanwhile. Only the
 * first request for a list waits.
 */
export class RenderedLists {
  readonly #context: RenderedListsDeps;
  readonly #lists = new Map<string, RenderedList>();

  constructor(context: RenderedListsDeps) {
    this.#context = context;
    context.board.onSnapshot(({ window }) => this.#refresh(window));
  }

  /** Synchronous; undefined for lists that were not requested before. */
  find(key: string, k: number): EncodedBody | undefined {
    const list = this.#lists.get(key);
    if (!list?.written) return undefined;
    list.requestedAt = this.#context.clock.now();
    return first(list.written, k);
  }

  bytes(name: ListName, key: string, k: number): EncodedBody | Promise<EncodedBody> {
    const list = this.#lists.get(key) ?? this.#add(name, key);
    list.requestedAt = this.#context.clock.now();
    return list.written ? first(list.written, k) : this.#write(list).then(written => first(written, k));
  }

  #add(name: ListName, key: string): RenderedList {
    if (this.#lists.size >= MAX_LISTS) this.#evict();
    const list: RenderedList = { name, requestedAt: 0, written: undefined, writing: undefined };
    this.#lists.set(key, list);
    return list;
  }

  /** Evicts the least recently requested lists. */
  #evict(): void {
    const byAge = [...this.#lists].sort(([, a], [, b]) => a.requestedAt - b.requestedAt);
    for (const [key] of byAge.slice(0, MAX_LISTS / 4)) this.#lists.delete(key);
  }

  #refresh(window: WindowName): void {
    const { clock, telemetry } = this.#context;
    for (const [key, list] of this.#lists) {
      if (list.name.window !== window) continue;
      if (clock.now() - list.requestedAt > IDLE_MS) this.#lists.delete(key);
      else this.#write(list).catch(error => telemetry.log.warn('trending.render_failed', { error }));
    }
  }

  /** One at a time; an edition that arrives meanwhile is rendered next. */
  #write(list: RenderedList): Promise<ListJson> {
    list.writing ??= (async () => {
      try {
        let version: number;
        do {
          version = this.#context.board.version(list.name.window);
          list.written = await this.#context.lists.write(list.name);
        } while (version !== this.#context.board.version(list.name.window));
        return list.written;
      } finally {
        list.writing = undefined;
      }
    })();
    return list.writing;
  }
}

function first(written: ListJson, k: number): EncodedBody {
  const wanted = Math.min(k, written.items.length);
  const known = written.bytes.get(wanted);
  if (known) return known;
  const body = `${written.head}${written.items.slice(0, wanted).join(',')}]}`;
  const bytes = new EncodedBody(Buffer.from(body));
  if (written.bytes.size < MAX_LENGTHS) written.bytes.set(wanted, bytes);
  return bytes;
}

/** Half a megabyte each at most. */
const MAX_LISTS = 256;
const MAX_LENGTHS = 8;
const IDLE_MS = 5 * 60_000;

interface RenderedList {
  readonly name: ListName;
  requestedAt: number;
  written: ListJson | undefined;
  writing: Promise<ListJson> | undefined;
}

export interface RenderedListsDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly board: TrendingBoard;
  readonly lists: TrendingLists;
}
