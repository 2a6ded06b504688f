import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { FastifyInstance } from 'fastify';
import { sendTagged } from '../http/headers.ts';

/**
 * Styles and scripts of the pages, put together once at start and kept in memory. Their addresses hold a
 * digest of their content, so browsers may keep them for ever and never show an old one.
 */
export async function loadAssets(): Promise<Assets> {
  const files = [await styles(), await script('times'), await script('account')];
  const byPath = new Map(files.map(file => [file.path, file]));
  return {
    stylesheet: pathOf(files, 'site.css'),
    timesScript: pathOf(files, 'times.js'),
    accountScript: pathOf(files, 'account.js'),
    register: app => {
      for (const { path, contentType, body } of byPath.values()) {
        app.get(path, async (request, reply) =>
          sendTagged(
            request,
            reply.header('cache-control', 'public, max-age=31536000, immutable').type(contentType),
            body,
          ),
        );
      }
    },
  };
}

const WEB = join(import.meta.dirname, '../../../web');

async function styles(): Promise<Asset> {
  return asset('site.css', 'text/css; charset=utf-8', await readFile(join(WEB, 'styles/site.css'), 'utf8'));
}

/** TypeScript becomes what browsers run; the typed client comes along as one small module. */
async function script(name: string): Promise<Asset> {
  const result = await build({
    entryPoints: [join(WEB, `scripts/${name}.ts`)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return asset(`${name}.js`, 'text/javascript; charset=utf-8', result.outputFiles[0]?.text ?? '');
}

function asset(name: string, contentType: string, body: string): Asset {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { name, path: `/assets/${name.replace('.', `-${digest}.`)}`, contentType, body };
}

function pathOf(files: readonly Asset[], name: string): string {
  return files.find(file => file.name === name)?.path ?? '';
}

interface Asset {
  name: string;
  path: string;
  contentType: string;
  body: string;
}

export interface Assets {
  readonly stylesheet: string;
  readonly timesScript: string;
  readonly accountScript: string;
  register(app: FastifyInstance): void;
}
