import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { DESK, PHONE, type TestBrowser } from '../../harness/browser.ts';
import { SHIFTS, STICKING_OUT } from '../inspect.ts';

/**
 * WEB-9: what one kind of person comes for, from the first page to the last, once with a phone in the hand and once at a
 * desk. The browser of the harness fails it for what pages complain of; at every stop that is looked at nothing may have
 * moved or stick out, and pictures are kept in `artifacts/journeys`. What axe says of each page is tested with the page.
 */
export function journey(browser: TestBrowser, name: string, travel: Travel): void {
  for (const [size, options] of SIZES) {
    const look = (page: Page, stop: string) =>
      lookAt(page, size, `${name.replaceAll(/\W+/g, '-')}-${stop}-${size}`);
    test(
      `WEB-9: ${name}, ${size}`,
      browser.visit(page => travel(page, { size, look }), options),
    );
  }
}

const SIZES = [
  ['phone', { viewport: PHONE, isMobile: true, hasTouch: true }],
  ['desk', { viewport: DESK }],
] as const;

async function lookAt(page: Page, size: Size, name: string): Promise<void> {
  const shifts: string[] = await page.evaluate(SHIFTS);
  const moved = shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0);
  assert.ok(moved < MOST_MOVED, `${name}: parts of the page moved: ${shifts.join('; ')}`);
  assert.deepEqual(await page.evaluate(STICKING_OUT), [], `${name}: wider than the screen`);
  await mkdir(PICTURES, { recursive: true });
  // Night changes colours alone, so one size of it is enough to look at.
  for (const colorScheme of size === 'phone' ? (['dark', 'light'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

/** The sum that a page may reach: half of what is commonly called good. */
const MOST_MOVED = 0.05;
const PICTURES = join(import.meta.dirname, '../../../artifacts/journeys');

type Size = (typeof SIZES)[number][0];

type Travel = (page: Page, tools: JourneyTools) => Promise<void>;

interface JourneyTools {
  readonly size: Size;
  look(page: Page, stop: string): Promise<void>;
}
