import { launchBrowser } from '../test/harness/chromium.ts';
import { startTestServer } from '../test/harness/server.ts';
import { measureSlowdown } from './lib/machine-load.ts';
import { startProcess, temporaryData } from './lib/program.ts';
import { seedStories } from './lib/seeded-stories.ts';

/**
 * WEB-7: a full front page in a real browser with the processor slowed down four times: first contentful
 * paint within a second, no layout shift, at most 60 KB of script. Each of `ROUNDS` visitors is new, and the
 * median counts, because a busy machine is slow at times. On a machine that is slow all the time the limit is
 * stretched. The stories are written directly to the database, and the program only serves them.
 */
const LIMITS = { firstPaintMs: 1_000, shift: 0.05, scriptBytes: 60_000 };
const ROUNDS = 7;
/** More than the front page shows. */
const STORIES = 120;
/** The first paint may come after the last byte. */
const MEASURED = `new Promise(resolve => {
  let shift = 0;
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver(list => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (paint) requestAnimationFrame(() => requestAnimationFrame(() => resolve({ paintMs: paint.startTime, shift })));
  }).observe({ type: 'paint', buffered: true });
})`;

const data = await temporaryData();
const server = await startTestServer();
await seedStories(server.url, STORIES);
const shared = ['--database-url', server.url, '--secret', 'the secret of a front page under test'];
const program = await startProcess(data.path, ['--roles', 'web', ...shared], 'run');
const browser = await launchBrowser();
const failures: string[] = [];
try {
  const before = measureSlowdown();
  const visits = [];
  for (let round = 0; round < ROUNDS; round++) visits.push(await visit());
  const paints = visits.map(({ paintMs }) => paintMs).sort((one, other) => one - other);
  const median = paints[Math.floor(ROUNDS / 2)] ?? Number.POSITIVE_INFINITY;
  const limitMs = LIMITS.firstPaintMs * Math.max(before, measureSlowdown());
  const shift = Math.max(...visits.map(each => each.shift));
  const script = Math.max(...visits.map(each => each.scriptBytes));
  console.log(
    `first paint of content, processor slowed 4x: median ${Math.round(median)} ms, all ${paints.map(Math.round).join(' ')} (limit ${Math.round(limitMs)} ms)`,
  );
  console.log(
    `layout shift: ${shift.toFixed(4)} (limit ${LIMITS.shift}); script: ${script} bytes compressed (limit ${LIMITS.scriptBytes})`,
  );
  if (median > limitMs) failures.push('the first paint is late');
  if (shift >= LIMITS.shift) failures.push('the layout shifts');
  if (script > LIMITS.scriptBytes) failures.push('too much script');
} finally {
  await browser.close();
  program.process.kill('SIGTERM');
  await program.exited;
  await server.stop();
  await data.remove();
}
for (const failure of failures) console.log(`FAILED: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function visit(): Promise<{ paintMs: number; shift: number; scriptBytes: number }> {
  const context = await browser.newContext({
    baseURL: program.url,
    locale: 'en-GB',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  let scriptBytes = 0;
  page.on('response', async response => {
    if (response.request().resourceType() === 'script')
      scriptBytes += (await response.request().sizes()).responseBodySize;
  });
  // A visitor's browser already runs, so starting a renderer process for the site must not count.
  await page.goto('/robots.txt');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/', { waitUntil: 'networkidle' });
  const seen: { paintMs: number; shift: number } = await page.evaluate(MEASURED);
  await context.close();
  return { ...seen, scriptBytes };
}
