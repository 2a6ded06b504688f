import { execFile } from 'node:child_process';
import { access, lstat, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Launches a real browser for tests, benchmarks and screenshots. */
export async function launchBrowser(): Promise<Browser> {
  const { launch: which, env } = await findChromium();
  const start = (chromiumSandbox: boolean) =>
    chromium.launch({
      ...which,
      chromiumSandbox,
      env: { ...process.env, ...env },
      args: FLAGS,
      timeout: 60_000,
    });
  // Root cannot use the sandbox, and some machines forbid the namespaces it needs.
  if (process.getuid?.() === 0) return start(false);
  return start(true).catch(() => start(false));
}

/** The browser can reach only this machine. */
const FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** A real Chromium: the system's if one runs, else the one in the npm package. */
async function findChromium(): Promise<Chromium> {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    const path = await findInPath(name);
    if (path !== undefined && (await responses(path))) return { launch: { executablePath: path }, env: {} };
  }
  // The package contains only a Linux build for x64; other systems need an installed Chrome.
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { launch: { channel: 'chrome' }, env: {} };
  return packaged();
}

async function findInPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter(entry => entry !== '')) {
    const path = join(folder, name);
    if (await exists(path)) return path;
  }
  return undefined;
}

/** On some systems `chromium-browser` only prints how to install one. */
async function responses(path: string): Promise<boolean> {
  const response = await run(path, ['--version'], { timeout: 60_000 }).catch(() => null);
  return /^(Chromium|Google Chrome) \d/.test(response?.stdout ?? '');
}

/**
 * Unpacked once per user and version, into a folder that appears atomically: a second process reuses it, and
 * of two concurrent processes the later uses the folder of the earlier.
 */
async function packaged(): Promise<Chromium> {
  const { version } = JSON.parse(
    await readFile(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  ) as { version: string };
  const folder = join(tmpdir(), `broadsheet-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (!(await isComplete(folder))) await unpack(folder);
  return {
    launch: { executablePath: join(folder, 'chromium') },
    // With its libraries and a font: a bare machine has neither.
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, FONT_SETTINGS),
    },
  };
}

/** Whether the folder is complete and ours: systems delete old files from their temporary folder. */
async function isComplete(folder: string): Promise<boolean> {
  try {
    const owner = await lstat(folder);
    if (!owner.isDirectory() || owner.uid !== process.getuid?.()) return false;
    const names = (await readFile(join(folder, CONTENTS), 'utf8')).split('\n');
    await Promise.all(names.map(name => access(join(folder, name))));
    return true;
  } catch {
    return false;
  }
}

async function unpack(folder: string): Promise<void> {
  const fresh = await mkdtemp(`${folder}-`);
  try {
    await inflate(fresh);
    await writeFile(join(fresh, FONT_SETTINGS), fontSettings(folder));
    await writeFile(join(fresh, CONTENTS), (await readdir(fresh, { recursive: true })).join('\n'));
    await moveIntoPlace(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** The package unpacks into TMPDIR, and its libraries only on systems where it expects to need them. */
async function inflate(into: string): Promise<void> {
  const code = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  await run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: into, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
}

/** Never changes a folder in place: moves an incomplete one away, keeps a complete one. */
async function moveIntoPlace(fresh: string, folder: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const failure = await rename(fresh, folder).catch((error: unknown) => error);
    if (failure === undefined || (await isComplete(folder))) return;
    const broken = `${fresh}-broken`;
    await rename(folder, broken).catch(() => undefined);
    await rm(broken, { recursive: true, force: true });
  }
  throw new Error(`the browser cannot be unpacked to ${folder}`);
}

/** The system's fonts, when it has any, and the package's. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <cachedir>${folder}/font-cache</cachedir>
  <dir>${folder}/fonts</dir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

const CONTENTS = 'contents.txt';
const FONT_SETTINGS = 'fontconfig.xml';

export interface Chromium {
  readonly launch: { readonly executablePath: string } | { readonly channel: 'chrome' };
  /** Environment variables that its processes need. */
  readonly env: Readonly<Record<string, string>>;
}
