import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE, type TestBrowser, type VisitContext } from '../../harness/browser.ts';
import { OVERFLOWING_ELEMENTS, SHIFTS } from '../inspect.ts';

/**
 * WEB-9: the journey of one kind of user, on a phone and on a desktop. Page errors fail it through the
 * harness; at each checked stop nothing may have shifted or overflow. Screenshots go to `artifacts/journeys`.
 * The page tests run axe.
 */
export function journey(browser: TestBrowser, name: string, steps: JourneySteps): void {
  for (const [size, options] of SIZES) {
    const checkStop = (page: Page, stop: string) =>
      checkStopAt(page, size, `${name.replaceAll(/\W+/g, '-')}-${stop}-${size}`);
    test(
      `WEB-9: ${name}, ${size}`,
      browser.visit((page, { visitor }) => steps(page, { size, checkStop, visitor }), options),
    );
  }
}

const SIZES = [
  ['phone', { viewport: PHONE, isMobile: true, hasTouch: true }],
  ['desktop', { viewport: DESKTOP }],
] as const;

async function checkStopAt(page: Page, size: Size, name: string): Promise<void> {
  const shifts: string[] = await page.evaluate(SHIFTS);
  const layoutShift = shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0);
  assert.ok(layoutShift < MAX_LAYOUT_SHIFT, `${name}: layout shifted: ${shifts.join('; ')}`);
  assert.deepEqual(await page.evaluate(OVERFLOWING_ELEMENTS), [], `${name}: wider than the screen`);
  await mkdir(PICTURES, { recursive: true });
  // The dark scheme changes colours only, so one size is enough.
  for (const colorScheme of size === 'phone' ? (['dark', 'light'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

/** Limit of the summed layout shift: half of the common limit for "good". */
const MAX_LAYOUT_SHIFT = 0.05;
const PICTURES = join(import.meta.dirname, '../../../artifacts/journeys');

type Size = (typeof SIZES)[number][0];

type JourneySteps = (page: Page, tools: JourneyContext) => Promise<void>;

interface JourneyContext extends Pick<VisitContext, 'visitor'> {
  readonly size: Size;
  checkStop(page: Page, stop: string): Promise<void>;
}
