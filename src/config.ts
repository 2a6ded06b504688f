import { type Setting, type SettingValue, setting } from './lib/settings.ts';

/**
 * RUN-4: every setting, in one table. A value comes from a flag, else from the environment, else from the
 * file, else from the default here. `docs/reference/configuration.md` is generated from this table and a
 * test keeps the two equal. Nothing else in the program reads the environment.
 */
export const SETTINGS = {
  // Where it listens and what it is called
  host: setting.text('127.0.0.1', 'Address to listen on. `0.0.0.0` lets other machines in.'),
  port: setting.integer(8080, { least: 0, most: 65_535 }, 'Port to listen on. `0` takes a free one.'),
  'public-url': setting.url(
    undefined,
    ['http:', 'https:'],
    'Address that people use, when it is not the one listened on. Decides cookies, links and passkeys.',
  ),
  name: setting.text('Broadsheet', 'Name of this installation, shown on its pages.'),
  roles: setting.list(
    ['web', 'crawl', 'stories', 'signals', 'index', 'tasks'],
    ['web', 'crawl', 'stories', 'signals', 'index', 'tasks'],
    'Parts of the program that this process runs.',
  ),
  demo: setting.choice(
    'on',
    ['on', 'off'],
    'Whether the demo edition (made-up publishers) fills the pages until there are sources.',
  ),
  // Where data lives
  data: setting.path(
    './broadsheet-data',
    'Directory for everything the program keeps: database, archive, secrets.',
  ),
  'database-url': setting.secretUrl(
    ['postgres:', 'postgresql:'],
    'PostgreSQL 15 or later to use instead of the embedded one.',
  ),
  'database-connections': setting.integer(
    16,
    { least: 4, most: 500 },
    'Most connections that this process opens to the database.',
  ),
  'database-statement-timeout': setting.duration('15s', 'Longest that one statement may run.'),
  'database-wait': setting.duration(
    '30s',
    'How long a start waits for a database that does not answer, because it recovers or starts at the same time.',
  ),
  secret: setting.secret(
    32,
    'Key material from which signing and sealing keys are derived; at least 32 characters. Made and kept in the data directory when the database is embedded; needed when it is not.',
  ),
  'archive-retention': setting.duration('30d', 'How long fetched documents are kept as they came.'),
  // Crawling
  'crawl-concurrency': setting.integer(
    200,
    { least: 1, most: 5_000 },
    'Hosts that this process visits at the same time.',
  ),
  'crawl-delay': setting.duration('1s', 'Shortest time between two requests to one host.'),
  'crawl-contact': setting.url(
    undefined,
    ['http:', 'https:'],
    'Page about this crawler, named in its user agent; the address of the installation when it is not set.',
  ),
  'crawl-allow': setting.hosts(
    [],
    'Names and networks inside that may be fetched although they are not public, separated by commas.',
  ),
  'crawl-threads': setting.integer(2, { least: 1, most: 64 }, 'Threads that read fetched documents.'),
  // Stories
  'stories-threads': setting.integer(
    2,
    { least: 1, most: 64 },
    'Threads that find out what articles are about.',
  ),
  'stories-window': setting.duration(
    '7d',
    'How long articles are remembered when new ones are compared with them.',
  ),
  'topics-service': setting.url(
    undefined,
    ['http:', 'https:'],
    'Service that says what articles are about, instead of the built-in model.',
  ),
  'topics-service-token': setting.secret(1, 'Bearer token for that service.'),
  'topics-model': setting.text(
    undefined,
    'ONNX file that says what articles are about, instead of the built-in model; needs the package onnxruntime-node.',
  ),
  'topics-model-classes': setting.text(
    undefined,
    'Ids of categories and topics in the order of the outputs of that file, separated by commas.',
  ),
  // Search by meaning
  'embeddings-url': setting.url(
    undefined,
    ['http:', 'https:'],
    'Service that turns texts into vectors (`POST { model, input }`), for search by meaning; without it words alone are searched.',
  ),
  'embeddings-model': setting.text('default', 'Model to name to that service.'),
  'embeddings-token': setting.secret(1, 'Bearer token for that service.'),
  // Feeds for other programs and digests
  'websub-hub': setting.url(
    undefined,
    ['http:', 'https:'],
    'WebSub hub that is told when feeds change, and named in them; needs `public-url`.',
  ),
  'smtp-url': setting.url(
    undefined,
    ['smtp:', 'smtps:'],
    'Mail server for digests, as `smtp://user:password@host:587`. Without it digests are pages only.',
  ),
  'mail-from': setting.text(undefined, 'Address that mail is sent from, as `Broadsheet <news@example.org>`.'),
  // Pictures of publishers
  'image-size': setting.bytes('8MiB', 'Largest picture that is fetched for readers.'),
  'image-side': setting.integer(
    16_384,
    { least: 16, most: 65_535 },
    'Most pixels that a picture may be wide or high.',
  ),
  'image-pixels': setting.integer(
    50_000_000,
    { least: 256, most: 1_000_000_000 },
    'Most pixels of a picture altogether; a browser needs four bytes for each.',
  ),
  'image-cache': setting.bytes('1GiB', 'Space on disk for pictures that were fetched.'),
  // HTTP
  'trusted-proxies': setting.addresses(
    [],
    'Addresses or networks of proxies whose `X-Forwarded-For` is believed, separated by commas.',
  ),
  'country-header': setting.text(
    undefined,
    'Header in which a trusted proxy says where a reader is, in two letters, as `CF-IPCountry`. Without it the reader’s own setting counts, or the region of the browser’s language.',
  ),
  'cors-origins': setting.origins(
    [],
    'Origins whose pages may call the API, separated by commas. Credentials are never allowed across origins.',
  ),
  'request-body-limit': setting.bytes('1MiB', 'Largest request body.'),
  'request-timeout': setting.duration('30s', 'Longest that a request may take to arrive and be answered.'),
  'rate-limit': setting.integer(
    600,
    { least: 1, most: 1_000_000 },
    'Requests a minute for each user, token or address.',
  ),
  'rate-limit-sign-in': setting.integer(
    10,
    { least: 1, most: 100_000 },
    'Sign-ins that one place may try at one account per quarter of an hour; twice that at all accounts, and ten times that for one account from everywhere.',
  ),
  'metrics-token': setting.secret(
    16,
    'Bearer token that may read `/metrics` from elsewhere; without it only this machine may.',
  ),
  'drain-timeout': setting.duration(
    '8s',
    'How long running requests may take to finish when the program is told to stop.',
  ),
  // Accounts
  'sign-up': setting.choice('open', ['open', 'closed'], 'Whether visitors may create accounts themselves.'),
  'session-idle': setting.duration('30d', 'How long a session lasts without being used.'),
  'session-length': setting.duration('180d', 'How long a session lasts at most.'),
  'oidc-issuer': setting.url(undefined, ['http:', 'https:'], 'OpenID Connect issuer to offer at sign-in.'),
  'oidc-client-id': setting.text(undefined, 'Client id at that issuer.'),
  'oidc-client-secret': setting.secret(1, 'Client secret at that issuer.'),
  'oidc-name': setting.text('single sign-on', 'What the button says: Continue with ...'),
  // Telemetry
  'log-level': setting.choice(
    'info',
    ['debug', 'info', 'warn', 'error'],
    'Least important log lines to write.',
  ),
  'log-format': setting.choice(
    'auto',
    ['auto', 'json', 'text'],
    'Form of log lines; `auto` is text on a terminal, else JSON.',
  ),
  'traces-url': setting.url(undefined, ['http:', 'https:'], 'OTLP/HTTP endpoint that receives traces.'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

/** The effective settings, by name in camelCase: `config.databaseUrl`. */
export type Config = { readonly [N in SettingName as Camel<N>]: SettingValue<(typeof SETTINGS)[N]> };

type Camel<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;
