import { OPERATIONS, type Operations, type Problem } from './api.ts';

export type * from './api.ts';
export {
  createEventClient,
  type EventClient,
  type EventClientOptions,
  type ReaderEvent,
  type ShareChannel,
} from './events.ts';

/**
 * A typed client of the HTTP API, for programs and browsers alike:
 *
 *   const client = createClient({ baseUrl: 'https://news.example', token: process.env.BROADSHEET_TOKEN });
 *   const account = await client.getAccount();
 *
 * Each operation of the OpenAPI document is a method. Errors are thrown as `ApiError`.
 */
export function createClient(options: ClientOptions): Client {
  const entries = Object.entries(OPERATIONS).map(([id, { method, path }]) => [
    id,
    (input: Input = {}) => send(options, method, path, input),
  ]);
  return Object.fromEntries(entries) as Client;
}

/** Iterates over all items of a paged list. */
export async function* everyItem<T>(
  readPage: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly problem: Problem | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, problem: Problem | undefined) {
    super(problem?.detail ?? problem?.title ?? `the server answered with status ${response.status}`);
    this.status = response.status;
    this.problem = problem;
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isNaN(retryAfter) ? undefined : retryAfter;
  }
}

async function send(options: ClientOptions, method: string, path: string, input: Input): Promise<unknown> {
  const headers = new Headers(options.headers);
  if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
  if (input.idempotencyKey !== undefined) headers.set('idempotency-key', input.idempotencyKey);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  const response = await (options.fetch ?? fetch)(address(options.baseUrl, path, input), {
    method,
    headers,
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  return readAnswer(response);
}

function address(baseUrl: string, path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return `${baseUrl.replace(/\/$/, '')}${filled}${text === '' ? '' : `?${text}`}`;
}

async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok) {
    const problem = type.startsWith('application/problem+json')
      ? ((await response.json()) as Problem)
      : undefined;
    throw new ApiError(response, problem);
  }
  if (type.startsWith('application/json')) return response.json();
  const body = await response.blob();
  return body.size > 0 ? body : undefined;
}

export type Client = {
  readonly [Id in keyof Operations]: (
    ...args: RequiredInput<Operations[Id]['input']>
  ) => Promise<Operations[Id]['output']>;
};

/** Operations with optional input can be called without it. */
type RequiredInput<I> = I extends undefined ? [] : Partial<I> extends I ? [input?: I] : [input: I];

export interface ClientOptions {
  /** Origin of the installation; the empty string on its own pages. */
  readonly baseUrl: string;
  /** A personal API token or a service token; pages use their session instead. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
}

interface Input {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}
