import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type OutputFile, stop } from 'esbuild';
import type { FastifyInstance } from 'fastify';
import { sendTagged } from '../http/headers.ts';

/**
 * Styles, scripts and fonts of the pages, bundled once at start and held in memory. Their addresses contain a
 * digest of their content, so browsers may cache them forever and never use an outdated one.
 */
export async function loadAssets(): Promise<Assets> {
  const [styled, worker, ...scripts] = await bundling(
    Promise.all([styles(), bundledScript('worker/worker.ts'), ...SCRIPTS.map(script)]),
  );
  const files = [...styled, ...scripts];
  const pathOf = (name: string) => files.find(file => file.name === name)?.path ?? '';
  return {
    stylesheet: pathOf('site.css'),
    siteScript: pathOf('site.js'),
    readerScript: pathOf('reader.js'),
    accountScript: pathOf('account.js'),
    readingScript: pathOf('reading.js'),
    fonts: files.filter(({ name }) => PRELOADED.some(font => name.startsWith(font))).map(({ path }) => path),
    register: app => {
      for (const file of files) registerAsset(app, file);
      registerWorker(app, worker);
    },
  };
}

/**
 * esbuild runs as a child process, which takes memory and can keep this process alive: it ends with the last
 * build.
 */
async function bundling<T>(work: Promise<T>): Promise<T> {
  builds++;
  try {
    return await work;
  } finally {
    builds--;
    if (builds === 0) await stop();
  }
}

let builds = 0;

/** Each is an entry of `web/scripts`. */
const SCRIPTS = ['site', 'reader', 'reading', 'account'];
/** The fonts of nearly every page; browsers fetch other styles and alphabets when a page needs them. */
const PRELOADED = ['newsreader-latin-wght-normal', 'libre-franklin-latin-wght-normal'];

function registerAsset(app: FastifyInstance, { path, contentType, body }: Asset): void {
  app.get(path, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(contentType);
    return typeof body === 'string' ? sendTagged(request, reply, body) : reply.send(body);
  });
}

/**
 * The service worker needs a fixed address at the root of its scope. The policy in its own response applies
 * to it: it may contact only this site.
 */
function registerWorker(app: FastifyInstance, body: string): void {
  app.get('/worker.js', async (request, reply) => {
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .type(SCRIPT_TYPE);
    return sendTagged(request, reply, body);
  });
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const WEB = join(import.meta.dirname, '../../../web');

/** Bundles the style sheet, and the fonts that it names under addresses with digests. */
async function styles(): Promise<Asset[]> {
  const { outputFiles } = await bundle({
    entryPoints: [join(WEB, 'styles/site.css')],
    loader: { '.woff2': 'file' },
    assetNames: '[name]-[hash]',
    publicPath: '/assets',
  });
  return outputFiles.map(file => (file.path.endsWith('.css') ? styleAsset(file) : fontAsset(file)));
}

function styleAsset({ text }: OutputFile): Asset {
  return asset('site.css', 'text/css; charset=utf-8', text);
}

function fontAsset({ path, contents }: OutputFile): Asset {
  const name = basename(path);
  return { name, path: `/assets/${name}`, contentType: 'font/woff2', body: Buffer.from(contents) };
}

/** Bundles TypeScript for browsers, including the typed client. */
async function script(name: string): Promise<Asset> {
  return asset(`${name}.js`, SCRIPT_TYPE, await bundledScript(`scripts/${name}.ts`));
}

async function bundledScript(file: string): Promise<string> {
  const { outputFiles } = await bundle({ entryPoints: [join(WEB, file)], format: 'esm', target: 'es2022' });
  return outputFiles[0]?.text ?? '';
}

function bundle(options: BuildOptions) {
  return build({
    ...options,
    bundle: true,
    minify: true,
    write: false,
    outdir: WEB,
    logLevel: 'silent',
  });
}

function asset(name: string, contentType: string, body: string): Asset {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { name, path: `/assets/${name.replace('.', `-${digest}.`)}`, contentType, body };
}

interface Asset {
  name: string;
  path: string;
  contentType: string;
  body: string | Buffer;
}

export interface Assets {
  readonly stylesheet: string;
  readonly siteScript: string;
  readonly readerScript: string;
  readonly accountScript: string;
  readonly readingScript: string;
  /** The fonts that a page preloads, before the style sheet names them. */
  readonly fonts: readonly string[];
  register(app: FastifyInstance): void;
}
