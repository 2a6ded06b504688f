import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { type Look, screenshots } from '../harness/browser.ts';

/**
 * Checks a page in light and dark, on phone and desktop: no layout shift while loading, no horizontal
 * overflow, no axe violation. Keeps screenshots for manual review. Loads the page once; the looks change
 * without a reload.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  assert.deepEqual(await page.evaluate(SHIFTS), [], `${name}: layout shifted while the page loaded`);
  await loadAxe(page);
  await checkWidth(page, name, async look => {
    assert.deepEqual(await violations(page), [], `${name}, ${look.name}: axe`);
  });
}

/** Checks that no look overflows horizontally. */
export async function checkWidth(
  page: Page,
  name: string,
  meanwhile: (look: Look) => Promise<void> = async () => undefined,
): Promise<void> {
  await screenshots(page, name, async look => {
    assert.deepEqual(
      await page.evaluate(OVERFLOWING_ELEMENTS),
      [],
      `${name}, ${look.name}: wider than the screen`,
    );
    await meanwhile(look);
  });
  await page.setViewportSize(MIN_VIEWPORT);
  assert.deepEqual(await page.evaluate(OVERFLOWING_ELEMENTS), [], `${name}: wider than the narrowest screen`);
}

/** WCAG 1.4.10: a page that fits this width fits a desktop at 400 % zoom. */
const MIN_VIEWPORT = { width: 320, height: 640 };

/** Checks only the first of repeated elements: axe takes a minute for thousands of rows. */
export async function violations(page: Page): Promise<unknown> {
  const axeContext = JSON.stringify({ include: ['html'], exclude: REPEATED.map(selector => [selector]) });
  return page.evaluate(`axe.run(${axeContext}, { resultTypes: ['violations'], preload: false }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html.slice(0, 200)).join(' and ')))`);
}

const REPEATED = ['li:nth-child(n + 9)', 'tr:nth-child(n + 9)', 'details:nth-of-type(n + 4)'];

/** Loads axe through the debugger, because the content security policy rightly blocks it. */
export async function loadAxe(page: Page): Promise<void> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await axe);
}

let axe: Promise<string> | undefined;

/** Waits two frames, so that the observer of the harness has recorded pending layout shifts. */
export const SHIFTS = `new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(__layoutShifts))))`;

export const OVERFLOWING_ELEMENTS = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('body *')]
    .filter(element => element.getBoundingClientRect().right > innerWidth + 0.5)
    .map(element => element.outerHTML.slice(0, 120))`;
