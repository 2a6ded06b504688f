import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Receives webhooks of saved searches as a reader's server would, and records each alert with its id. It
 * records before it responds, so a sender killed in between sends again. It refuses one id in ten at first.
 */
export class AlertReceiver {
  readonly #server: Server;
  readonly #beforeAnswer: () => Promise<void>;
  /** `search article` to the ids of its alerts. */
  readonly heard = new Map<string, Set<string>>();
  /** Alert ids to their articles, once for each list that differs from the first. */
  readonly #lists = new Map<string, Set<string>>();
  calls = 0;
  refused = 0;
  lastCallAt = performance.now();

  private constructor(beforeAnswer: () => Promise<void>) {
    this.#beforeAnswer = beforeAnswer;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async open(beforeAnswer: () => Promise<void>): Promise<AlertReceiver> {
    const hook = new AlertReceiver(beforeAnswer);
    hook.#server.listen(0, '127.0.0.1');
    await once(hook.#server, 'listening');
    return hook;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Repeated calls: the sender was killed before it received the response. */
  get repeated(): number {
    return this.calls - this.#lists.size;
  }

  /** Alerts sent under more than one id, which a receiver cannot recognise as the same. */
  get doubled(): number {
    return [...this.heard.values()].filter(names => names.size > 1).length;
  }

  /** Ids used for two different alerts. */
  get changed(): number {
    return [...this.#lists.values()].filter(lists => lists.size > 1).length;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Ignores a request whose sender was killed while sending it.
    const body = await bodyOf(request).catch(() => null);
    if (body === null) return;
    if ('challenge' in body) {
      response.end(body.challenge);
      return;
    }
    const { id, search, articles } = body;
    this.lastCallAt = performance.now();
    const isFirst = !this.#lists.has(id);
    if (isFirst && this.#lists.size % REFUSED_ONE_IN === REFUSED_ONE_IN - 1) {
      this.#lists.set(id, new Set());
      this.refused++;
      this.calls++;
      response.writeHead(500).end();
      return;
    }
    this.calls++;
    const list = articles.map(article => article.id).join(' ');
    this.#lists.set(id, (this.#lists.get(id) ?? new Set()).add(list));
    for (const article of articles) {
      const alert = `${search.id} ${article.id}`;
      this.heard.set(alert, (this.heard.get(alert) ?? new Set()).add(id));
    }
    await this.#beforeAnswer();
    response.writeHead(204).end();
  }
}

async function bodyOf(request: IncomingMessage): Promise<AlertBody | ChallengeBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as AlertBody | ChallengeBody;
}

const REFUSED_ONE_IN = 10;

interface ChallengeBody {
  readonly challenge: string;
}

interface AlertBody {
  readonly id: string;
  readonly search: { readonly id: string };
  readonly articles: readonly { readonly id: string }[];
}
