import { type Setting, type SettingValue, setting } from './lib/settings.ts';

/** A new role is its file, its name here and its entry in `roles/roles.ts`, without which it does not compile. */
const ROLE_NAMES = ['web', 'crawl', 'stories', 'signals', 'index', 'tasks'] as const;

/**
 * RUN-4: every setting, in one table. A value comes from a flag, then the environment, then the file, then the
 * default here. `docs/reference/configuration.md` is generated from this table, and a test compares the two. No other
 * code reads the environment.
 */
export const SETTINGS = {
  // Address and name
  host: setting.text('127.0.0.1', 'Address to listen on. `0.0.0.0` lets other machines in.'),
  port: setting.integer(8080, { min: 0, max: 65_535 }, 'Port to listen on. `0` picks a free port.'),
  'public-url': setting.url(
    undefined,
    ['http:', 'https:'],
    'Public address, when it differs from the one listened on. It decides cookies, links and passkeys.',
  ),
  'allowed-hosts': setting.hosts(
    [],
    'Further hosts that requests may name, separated by commas: names, `*.` and a name, addresses or networks. The host of `public-url`, `localhost` and the address of the connection are always allowed.',
  ),
  name: setting.text('Broadsheet', 'Name of this installation, shown on its pages.'),
  roles: setting.list(ROLE_NAMES, ROLE_NAMES, 'Roles that this process runs.'),
  size: setting.choice(
    'auto',
    ['auto', 'small', 'medium', 'large'],
    'How much memory this process and the embedded PostgreSQL may use: threads, buffers and database connections. `auto` means `small` below 2 GiB of memory, `large` from 64 GiB, and `medium` between.',
  ),
  demo: setting.choice(
    'on',
    ['on', 'off'],
    'Show the demo edition (invented publishers) until sources are added.',
  ),
  // Data
  data: setting.path('./broadsheet-data', 'Data directory: database, archive, secrets.'),
  'database-url': setting.secretUrl(
    ['postgres:', 'postgresql:'],
    'URL of a PostgreSQL (15 or later) to use instead of the embedded one.',
  ),
  'database-connections': setting.integer(
    undefined,
    { min: 4, max: 500 },
    'Maximum number of database connections of this process. By default `size` decides: 8 or 16.',
  ),
  'database-statement-timeout': setting.duration('15s', 'Maximum run time of one SQL statement.'),
  'database-wait': setting.duration(
    '30s',
    'How long startup waits for a database that does not respond, for example because it is recovering.',
  ),
  secret: setting.secret(
    32,
    'Secret from which signing and encryption keys are derived; at least 32 characters. Generated and stored in the data directory when the database is embedded; required otherwise.',
  ),
  'archive-retention': setting.duration('30d', 'How long fetched documents are kept in the archive.'),
  // Crawling
  'crawl-concurrency': setting.integer(
    200,
    { min: 1, max: 5_000 },
    'Number of hosts that this process crawls concurrently.',
  ),
  'crawl-delay': setting.duration('1s', 'Minimum delay between two requests to the same host.'),
  'crawl-contact': setting.url(
    undefined,
    ['http:', 'https:'],
    'URL of a page about this crawler, included in its user agent and in `/.well-known/security.txt`; defaults to the address of the installation.',
  ),
  'crawl-allow': setting.hosts(
    [],
    'Internal host names and networks that may be fetched although they are not public, separated by commas.',
  ),
  'crawl-threads': setting.integer(
    undefined,
    { min: 1, max: 64 },
    'Number of threads that parse fetched documents. By default `size` decides: 1 or 2.',
  ),
  // Stories
  'stories-threads': setting.integer(
    undefined,
    { min: 1, max: 64 },
    'Number of threads that classify articles. By default `size` decides: 1 or 2.',
  ),
  'stories-window': setting.duration(
    '7d',
    'How long articles are kept in memory for comparison with new ones.',
  ),
  'topics-service': setting.url(
    undefined,
    ['http:', 'https:'],
    'URL of a service that classifies articles, instead of the built-in model.',
  ),
  'topics-service-token': setting.secret(1, 'Bearer token for the classification service.'),
  'topics-model': setting.text(
    undefined,
    'ONNX file that classifies articles, instead of the built-in model; requires the package onnxruntime-node.',
  ),
  'topics-model-classes': setting.text(
    undefined,
    'Ids of categories and topics, in the order of the outputs of the ONNX file, separated by commas.',
  ),
  // Semantic search
  'embeddings-url': setting.url(
    undefined,
    ['http:', 'https:'],
    'URL of a service that turns texts into embeddings (`POST { model, input }`), for semantic search; without it, search is by keyword only.',
  ),
  'embeddings-model': setting.text('default', 'Name of the embedding model, sent to that service.'),
  'embeddings-token': setting.secret(1, 'Bearer token for the embedding service.'),
  // Output feeds and digests
  'websub-hub': setting.url(
    undefined,
    ['http:', 'https:'],
    'WebSub hub that is notified when feeds change and is advertised in them; requires `public-url`.',
  ),
  'smtp-url': setting.url(
    undefined,
    ['smtp:', 'smtps:'],
    'Mail server for digests, alerts, confirmations of addresses and password resets, as `smtp://user:password@host:587` or `smtps://…:465`. TLS is required, except on this machine and with `smtp://relay:25?tls=off`. Without it, digests are available as pages only, and operators confirm addresses and reset passwords.',
  ),
  'mail-limit': setting.integer(
    24,
    { min: 1, max: 10_000 },
    'Maximum number of digests and alerts per day to one address. Confirmations and password resets have their own limits.',
  ),
  'mail-from': setting.text(undefined, 'Sender address of mail, as `Broadsheet <news@example.org>`.'),
  // Images of publishers
  'image-size': setting.bytes('8MiB', 'Maximum size of an image that is fetched for readers.'),
  'image-side': setting.integer(
    16_384,
    { min: 16, max: 65_535 },
    'Maximum width and height of an image, in pixels.',
  ),
  'image-pixels': setting.integer(
    50_000_000,
    { min: 256, max: 1_000_000_000 },
    'Maximum number of pixels of an image; a browser needs four bytes for each.',
  ),
  'image-cache': setting.bytes('1GiB', 'Disk space for the cache of fetched images.'),
  // HTTP
  'trusted-proxies': setting.addresses(
    [],
    'Addresses or networks of proxies whose `X-Forwarded-For` is trusted, separated by commas.',
  ),
  'country-header': setting.text(
    undefined,
    'Header in which a trusted proxy sends the country of a reader as two letters, such as `CF-IPCountry`. Without it, the setting of the reader or the region of the browser’s language is used.',
  ),
  'cors-origins': setting.origins(
    [],
    'Origins whose pages may call the API, separated by commas. Credentials are never allowed across origins.',
  ),
  'request-body-limit': setting.bytes('1MiB', 'Maximum size of a request body.'),
  'request-timeout': setting.duration('30s', 'Maximum time for a request to arrive and be answered.'),
  'rate-limit': setting.integer(
    600,
    { min: 1, max: 100_000_000 },
    'Maximum number of requests per minute for each user, token or address.',
  ),
  'rate-limit-sign-in': setting.integer(
    10,
    { min: 1, max: 100_000 },
    'Maximum number of sign-in attempts per quarter of an hour from one address for one account; twice that for all accounts together. Beyond ten times that for one account, unknown devices and networks are slowed.',
  ),
  'metrics-token': setting.secret(
    16,
    'Bearer token that allows remote access to `/metrics`; without it only this machine has access.',
  ),
  'drain-timeout': setting.duration('8s', 'How long running requests may take to finish during shutdown.'),
  // Accounts
  'sign-up': setting.choice('open', ['open', 'closed'], 'Whether visitors may create their own accounts.'),
  'session-idle': setting.duration('30d', 'How long a session lasts without activity.'),
  'session-length': setting.duration('180d', 'Maximum lifetime of a session.'),
  'require-second-factor': setting.choices(
    ['reader', 'publisher', 'moderator', 'operator'],
    'Roles that require a second factor, separated by commas, such as `operator,moderator`. Their next sign-in leads to setting one up; a passkey counts as one.',
  ),
  'oidc-issuer': setting.url(undefined, ['http:', 'https:'], 'OpenID Connect issuer offered at sign-in.'),
  'oidc-client-id': setting.text(undefined, 'Client id at the OpenID Connect issuer.'),
  'oidc-client-secret': setting.secret(1, 'Client secret at the OpenID Connect issuer.'),
  'oidc-name': setting.text(
    'single sign-on',
    'Name of the provider on the sign-in button: Continue with ...',
  ),
  // Telemetry
  'log-level': setting.choice('info', ['debug', 'info', 'warn', 'error'], 'Minimum level of log lines.'),
  'log-format': setting.choice(
    'auto',
    ['auto', 'json', 'text'],
    'Format of log lines; `auto` means text on a terminal and JSON otherwise.',
  ),
  'traces-url': setting.url(undefined, ['http:', 'https:'], 'OTLP/HTTP endpoint that receives traces.'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

/** The effective settings, by name in camelCase: `config.databaseUrl`. */
export type Config = {
  readonly [N in SettingName as SettingProperty<N>]: SettingValue<(typeof SETTINGS)[N]>;
};

type SettingProperty<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<SettingProperty<Tail>>}`
  : S;
