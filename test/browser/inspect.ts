import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { type Look, screenshots } from '../harness/browser.ts';

/**
 * What holds for every page, in every look: nothing moved while it was built, nothing sticks out at the side,
 * axe finds nothing to complain about. Pictures are taken on the way, for whoever wants to see for themselves.
 * The page is loaded once; looks change under it.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  assert.deepEqual(await page.evaluate(SHIFTS), [], `${name}: parts of the page moved while it was built`);
  await loadAxe(page);
  await checkWidth(page, name, async look => {
    assert.deepEqual(await violations(page), [], `${name}, ${look.name}: axe`);
  });
}

/** Nothing sticks out at the side, in any look. */
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

/** WCAG 1.4.10: what fits here fits at four times the size on a desk. */
const MIN_VIEWPORT = { width: 320, height: 640 };

/** What comes again and again is looked at a few times: pages of thousands of rows take axe a minute. */
export async function violations(page: Page): Promise<unknown> {
  const axeContext = JSON.stringify({ include: ['html'], exclude: REPEATED.map(selector => [selector]) });
  return page.evaluate(`axe.run(${axeContext}, { resultTypes: ['violations'], preload: false }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html.slice(0, 200)).join(' and ')))`);
}

const REPEATED = ['li:nth-child(n + 9)', 'tr:nth-child(n + 9)', 'details:nth-of-type(n + 4)'];

/** Through the debugger, past the content policy, which would rightly keep it out. */
export async function loadAxe(page: Page): Promise<void> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await axe);
}

let axe: Promise<string> | undefined;

/** Two frames on, whatever the page still had to do is done and was noted by the observer of the harness. */
export const SHIFTS = `new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(__layoutShifts))))`;

export const OVERFLOWING_ELEMENTS = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('body *')]
    .filter(element => element.getBoundingClientRect().right > innerWidth + 0.5)
    .map(element => element.outerHTML.slice(0, 120))`;
