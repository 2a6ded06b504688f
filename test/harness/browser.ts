import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { findChromium } from './chromium.ts';
import { atEnd } from './cleanup.ts';

/**
 * One real browser for a test file, closed when its tests are over. Every test gets a profile of its own,
 * and fails when a page of it complains: an error on the console, an exception that nobody caught, a request
 * that failed, something that the content security policy kept from happening.
 *
 *   const browser = await testBrowser(site.url);
 *   test('the door is open', browser.visit(async page => { await page.goto('/'); }));
 */
export async function testBrowser(site: string): Promise<TestBrowser> {
  const browser = await launch();
  atEnd(() => browser.close());
  return {
    visit: (work, options = {}) => {
      return async () => {
        const visit = new Visit(browser, site);
        await visit.run(async () => work(await visit.visitor(options), visit));
      };
    },
  };
}

/** Everybody has a page; whoever needs a second person or browser asks for another visitor. */
class Visit implements VisitTools {
  readonly #browser: Browser;
  readonly #site: string;
  readonly #contexts: BrowserContext[] = [];
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(browser: Browser, site: string) {
    this.#browser = browser;
    this.#site = site;
  }

  async visitor(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.#site, locale: 'en-GB', ...options });
    this.#contexts.push(context);
    context.setDefaultTimeout(20_000);
    context.on('page', page => this.#listen(page));
    return context.newPage();
  }

  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  async run(work: () => Promise<void>): Promise<void> {
    let failure: unknown;
    try {
      await work();
    } catch (error) {
      failure = error;
    } finally {
      await Promise.all(this.#contexts.map(context => context.close()));
    }
    const unexpected = this.#complaints.filter(text => !this.#expected.some(known => known.test(text)));
    if (unexpected.length > 0)
      throw new Error(`the browser complained: ${unexpected.join('; ')}`, { cause: failure });
    if (failure !== undefined) throw failure;
  }

  #listen(page: Page): void {
    const complain = (text: string) => void this.#complaints.push(text);
    page.on('console', message => {
      if (message.type() === 'error' && !isAboutStatus(message)) complain(`console: ${message.text()}`);
    });
    page.on('pageerror', error => complain(`exception: ${error.message}`));
    page.on('requestfailed', request => {
      const reason = request.failure()?.errorText ?? '';
      if (!wasLeft(request, reason)) complain(`request: ${reason} ${request.url()}`);
    });
    page.on('response', response => {
      if (response.status() >= 400 && !response.request().isNavigationRequest())
        complain(`request: ${response.status()} ${response.url()}`);
    });
  }
}

/** Said by the browser of every answer from 400 on; pages are judged by their tests, what they load by `response`. */
function isAboutStatus(message: ConsoleMessage): boolean {
  return message.text().startsWith('Failed to load resource: the server responded with a status of');
}

/** A navigation that became a download, or was overtaken by another. */
function wasLeft(request: Request, reason: string): boolean {
  return request.isNavigationRequest() && reason === 'net::ERR_ABORTED';
}

async function launch(): Promise<Browser> {
  const { launch: which, env } = await findChromium();
  const start = (chromiumSandbox: boolean) =>
    chromium.launch({
      ...which,
      chromiumSandbox,
      env: { ...process.env, ...env },
      args: FLAGS,
      timeout: 60_000,
    });
  // The sandbox refuses root, and some machines forbid what it is made of.
  if (process.getuid?.() === 0) return start(false);
  return start(true).catch(() => start(false));
}

/** Nothing but this machine is asked for anything. */
const FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** Pictures of the whole page on a phone and on a desk, by day and by night, in `artifacts/`. */
export async function screenshots(page: Page, name: string): Promise<void> {
  await mkdir(ARTIFACTS, { recursive: true });
  for (const look of LOOKS) {
    await show(page, look);
    await page.screenshot({
      path: join(ARTIFACTS, `${name}-${look.name}.png`),
      fullPage: true,
      animations: 'disabled',
    });
  }
}

export async function show(page: Page, { size, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
}

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 900 };

export const LOOKS: readonly Look[] = [
  { name: 'phone-light', size: PHONE, colorScheme: 'light' },
  { name: 'phone-dark', size: PHONE, colorScheme: 'dark' },
  { name: 'desk-dark', size: DESK, colorScheme: 'dark' },
  { name: 'desk-light', size: DESK, colorScheme: 'light' },
];

const ARTIFACTS = join(import.meta.dirname, '../../artifacts/pages');

export interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
}

export interface TestBrowser {
  /** The body of a test, with a page in a new profile. */
  visit(
    work: (page: Page, tools: VisitTools) => Promise<void>,
    options?: BrowserContextOptions,
  ): () => Promise<void>;
}

export interface VisitTools {
  /** A page in yet another new profile. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** A complaint that belongs to what is tested. */
  expect(complaint: RegExp): void;
}
