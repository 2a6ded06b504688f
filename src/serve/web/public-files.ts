import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';

/** Files at fixed addresses: icons, the manifest with which browsers can install the site as an app, and contacts. */
export async function registerPublicFiles(app: FastifyInstance, context: AppContext): Promise<void> {
  for (const [path, file, contentType] of ICONS) {
    const body = await readFile(join(PUBLIC, file));
    app.get(path, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(contentType).send(body),
    );
  }
  app.get(SECURITY_PATH, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(securityText(context)),
  );
  const manifest = JSON.stringify(manifestOf(context.config.name));
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/manifest+json').send(manifest),
  );
}

const PUBLIC = join(import.meta.dirname, '../../../web/public');
const ICONS = [
  ['/icon.svg', 'icon.svg', 'image/svg+xml'],
  ['/icon-192.png', 'icon-192.png', 'image/png'],
  ['/icon-512.png', 'icon-512.png', 'image/png'],
  // Browsers request it for feeds and problems, which name no icon, and recognise any format.
  ['/favicon.ico', 'icon-192.png', 'image/png'],
] as const;

/** RFC 9116: where to report vulnerabilities. An expiry in the past would mean that the file is abandoned. */
function securityText({ config, origin, clock }: AppContext): string {
  const expires = new Date(clock.now() + SECURITY_LIFETIME_MS).toISOString();
  const fields = {
    Contact: config.crawlContact ?? origin,
    Expires: expires,
    Canonical: `${origin}${SECURITY_PATH}`,
  };
  return Object.entries(fields)
    .map(field => field.join(': '))
    .join('\n')
    .concat('\n');
}

const SECURITY_PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const SECURITY_LIFETIME_MS = 90 * 86_400_000;

function manifestOf(name: string): unknown {
  const png = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' });
  return {
    id: '/',
    name,
    short_name: name.slice(0, 12),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbf9f4',
    theme_color: '#fbf9f4',
    categories: ['news'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      png(192),
      png(512),
      { ...png(512), purpose: 'maskable' },
    ],
  };
}
