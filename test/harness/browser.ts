import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, ConsoleMessage, Page, Request } from 'playwright-core';
import { launchBrowser } from './chromium.ts';
import { atEnd } from './cleanup.ts';

/**
 * One real browser per test file, closed after its tests. Every test gets a new profile
 * and fails on a page error: an error on the console, an uncaught exception, a failed request
 * or a violation of the content security policy.
 *
 *   const browser = await testBrowser(site.url);
 *   test('the door is open', browser.visit(async page => { await page.goto('/'); }));
 */
export async function testBrowser(site: string): Promise<TestBrowser> {
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  return {
    visit: (work, options) => async () => {
      const pageErrors = new PageErrors();
      const contexts: BrowserContext[] = [];
      const visitor = async (options: BrowserContextOptions = {}) => {
        const context = await browser.newContext({
          baseURL: site,
          locale: 'en-GB',
          // A cached page must not answer for the next one; the offline test enables it.
          serviceWorkers: 'block',
          ...options,
        });
        contexts.push(context);
        context.setDefaultTimeout(60_000);
        context.on('page', page => pageErrors.listen(page));
        await context.addInitScript(RECORD_LAYOUT_SHIFTS);
        return context.newPage();
      };
      const tools = { visitor, expect: (pageError: RegExp) => pageErrors.expect(pageError) };
      await pageErrors.during(async () => {
        try {
          await work(await visitor(options), tools);
        } finally {
          await Promise.all(contexts.map(context => context.close()));
        }
      });
    },
  };
}

/** Collects the page errors of a test, except those that the test expects. */
class PageErrors {
  readonly #errors: string[] = [];
  readonly #expected: RegExp[] = [];

  expect(pageError: RegExp): void {
    this.#expected.push(pageError);
  }

  /** Runs the work, then fails on an unexpected page error, even if the work succeeded. */
  async during(work: () => Promise<void>): Promise<void> {
    const failure = await work().then(
      () => undefined,
      (error: unknown) => error,
    );
    const unexpected = this.#errors.filter(text => !this.#expected.some(known => known.test(text)));
    if (unexpected.length > 0) throw new Error(`page errors: ${unexpected.join('; ')}`, { cause: failure });
    if (failure !== undefined) throw failure;
  }

  listen(page: Page): void {
    const record = (text: string) => void this.#errors.push(text);
    page.on('console', message => {
      if (message.type() === 'error' && !isAboutLoading(message)) record(`console: ${message.text()}`);
    });
    page.on('pageerror', error => record(`exception: ${error.message}`));
    page.on('requestfailed', request => {
      const reason = request.failure()?.errorText ?? '';
      if (!wasAborted(request, reason)) record(`request: ${reason} ${request.url()}`);
    });
    page.on('response', response => {
      if (response.status() >= 400 && !response.request().isNavigationRequest())
        record(`request: ${response.status()} ${response.url()}`);
    });
  }
}

/** Records layout shifts without user input. */
const RECORD_LAYOUT_SHIFTS = `globalThis.__layoutShifts = [];
new PerformanceObserver(list => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) __layoutShifts.push(value + ' ' + sources.map(({ node }) => node?.nodeName).join(' '));
}).observe({ type: 'layout-shift', buffered: true });`;

/** Logged for every failed request and status from 400 on: `response` and `requestfailed` have the details. */
function isAboutLoading(message: ConsoleMessage): boolean {
  return message.text().startsWith('Failed to load resource:');
}

/**
 * A navigation that became a download or was replaced by another; a beacon, whose response is never reported;
 * a script's fetch that was aborted or whose page was left.
 */
function wasAborted(request: Request, reason: string): boolean {
  const isIgnorable = request.isNavigationRequest() || ['ping', 'fetch'].includes(request.resourceType());
  return isIgnorable && reason === 'net::ERR_ABORTED';
}

/**
 * Full-page screenshots in `artifacts/`: phone in light and desktop in dark colours, since sizes change only
 * the layout and schemes only the colours. Runs `meanwhile` in each look.
 */
export async function screenshots(
  page: Page,
  name: string,
  meanwhile: (look: Look) => Promise<void> = async () => undefined,
): Promise<void> {
  await mkdir(ARTIFACTS, { recursive: true });
  for (const look of LOOKS) {
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await page.screenshot({ path: join(ARTIFACTS, `${name}-${look.name}.png`), fullPage: true });
    await meanwhile(look);
  }
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

const LOOKS: readonly Look[] = [
  { name: 'phone-light', size: PHONE, colorScheme: 'light' },
  { name: 'desktop-dark', size: DESKTOP, colorScheme: 'dark' },
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
    work: (page: Page, tools: VisitContext) => Promise<void>,
    options?: BrowserContextOptions,
  ): () => Promise<void>;
}

export interface VisitContext {
  /** A page in another new profile. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** Allows a page error that belongs to the test. */
  expect(pageError: RegExp): void;
}
