import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';

/** Files at fixed addresses: icons, and the manifest with which browsers can install the site as an app. */
export async function registerPublicFiles(app: FastifyInstance, { config }: AppContext): Promise<void> {
  for (const [name, contentType] of ICONS) {
    const body = await readFile(join(PUBLIC, name));
    app.get(`/${name}`, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(contentType).send(body),
    );
  }
  const manifest = JSON.stringify(manifestOf(config.name));
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/manifest+json').send(manifest),
  );
}

const PUBLIC = join(import.meta.dirname, '../../../web/public');
const ICONS = [
  ['icon.svg', 'image/svg+xml'],
  ['icon-192.png', 'image/png'],
  ['icon-512.png', 'image/png'],
] as const;

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
