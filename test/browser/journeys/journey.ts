import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { DESK, PHONE, type TestBrowser } from '../../harness/browser.ts';
import { OVERFLOWING_ELEMENTS, SHIFTS } from '../inspect.ts';

/**
 * WEB-9: what one kind of person comes for, from the first page to the last, once with a phone in the hand and once at a
 * desk. The browser of the harness fails it for what pages complain of; at every stop that is looked at nothing may have
 * moved or stick out, and pictures are kept in `artifacts/journeys`. What axe says of each page is tested with the page.
 */
export function journey(browser: TestBrowser, name: string, steps: JourneySteps): void {
  for (const [size, options] of SIZES) {
    const look = (page: Page, stop: string) =>
      checkStopAt(page, size, `${name.replaceAll(/\W+/g, '-')}-${stop}-${size}`);
    test(
      `WEB-9: ${name}, ${size}`,
      browser.visit(page => steps(page, { size, checkStop: look }), options),
    );
  }
}

const SIZES = [
  ['phone', { viewport: PHONE, isMobile: true, hasTouch: true }],
  ['desk', { viewport: DESK }],
] as const;

async function checkStopAt(page: Page, size: Size, name: string): Promise<void> {
  const shifts: string[] = await page.evaluate(SHIFTS);
  const layoutShift = shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0);
  assert.ok(layoutShift < MAX_LAYOUT_SHIFT, `${name}: parts of the page moved: ${shifts.join('; ')}`);
  assert.deepEqual(await page.evaluate(OVERFLOWING_ELEMENTS), [], `${name}: wider than the screen`);
  await mkdir(PICTURES, { recursive: true });
  // Night changes colours alone, so one size of it is enough to look at.
  for (const colorScheme of size === 'phone' ? (['dark', 'light'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

/** The sum that a page may reach: half of what is commonly called good. */
const MAX_LAYOUT_SHIFT = 0.05;
const PICTURES = join(import.meta.dirname, '../../../artifacts/journeys');

type Size = (typeof SIZES)[number][0];

type JourneySteps = (page: Page, tools: JourneyContext) => Promise<void>;

interface JourneyContext {
  readonly size: Size;
  checkStop(page: Page, stop: string): Promise<void>;
}
