import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { createBroker } from '../../src/platform/broker/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createTasks } from '../../src/platform/tasks/tasks.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { testBrowser } from '../harness/browser.ts';
import { atEnd } from '../harness/cleanup.ts';
import { eventually } from '../harness/eventually.ts';
import { signUpOperator, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { testStream } from '../harness/stream.ts';
import { clickButton, fillForm, setSessionCookie } from './forms.ts';
import { checkPage } from './inspect.ts';

/** The operator's pages. The program runs the role `web` only; the test controls all other work. */
const site = await testProgram({ settings: { roles: 'web' } });
const browser = await testBrowser(site.url);
const operatorUser = await signUpOperator(site);
const behind = {
  database: site.database,
  telemetry: createMemoryTelemetry(),
  clock: systemClock,
  random: systemRandom,
};
const broker = createBroker(behind);
atEnd(() => broker.close());
const log = createLog({ ...behind, retryDelay: { firstMs: 1, maxMs: 2 } });
atEnd(() => log.close());

test(
  'users without the operator role get no link to these pages and are refused',
  browser.visit(async page => {
    await setSessionCookie(page, site, await signUpReader(site, 'reader'));
    await page.goto('/account');
    assert.equal(await page.getByRole('link', { name: 'Admin' }).count(), 0);
    for (const path of ['/admin', '/admin/queues', '/admin/queues/x', '/admin/tasks', '/admin/log']) {
      assert.equal((await page.goto(path))?.status(), 403, path);
      await page.getByText('Only operators can open these pages.').waitFor();
    }
  }),
);

test(
  'an empty installation explains what is needed',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/account');
    await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await checkPage(page, 'admin-overview-empty');
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByText('No sources yet.').waitFor();
    await page.getByRole('link', { name: 'Queues' }).click();
    await page.getByText('No queues yet.').waitFor();
    await checkPage(page, 'admin-queues-empty');
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByText('No tasks yet.').waitFor();
    await page.getByText('No tasks due, and no recent runs.').waitFor();
    await checkPage(page, 'admin-tasks-empty');
    await page.getByRole('link', { name: 'Event log', exact: true }).click();
    await page.getByText('No consumer groups yet.').waitFor();
    await checkPage(page, 'admin-log-empty');
    assert.equal((await page.goto('/admin/queues/nowhere'))?.status(), 404);
    assert.equal((await page.goto('/admin/tasks/nothing'))?.status(), 404);
  }),
);

test(
  'WEB-3: the overview shows every stage and service level and refreshes automatically',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await log.declare({ name: 'articles.new', partitions: 8, retentionDays: 30 });
    await page.clock.install();
    await page.goto('/admin');
    await page.getByRole('row', { name: /Start delay of due tasks, p99/ }).waitFor();
    const stage = page.locator('.stage').filter({ hasText: 'articles.new' });
    await stage.getByText('0 events stored').waitFor();
    await site.database.transaction(async tx =>
      log.append(tx, testStream('articles.new'), [{ key: 'a', value: 1 }]),
    );
    await site.clock.advance(5_000);
    await page.clock.runFor(5_000);
    await stage.getByText('1 event stored').waitFor();
  }),
);

test(
  'MQ-1: an operator creates a queue, changes it, views its messages, redrives and purges them',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/queues');
    await fillForm(page, { Name: 'Not a name!' });
    await clickButton(page, 'Create queue');
    await page.getByRole('alert').getByText('The name may contain only letters').waitFor();
    await fillForm(page, { Name: 'letters' });
    await clickButton(page, 'Create queue');
    await page.getByRole('status').getByText('Queue created.').waitFor();
    await page.getByText('No waiting messages.').waitFor();

    await fillForm(page, { 'Visibility timeout in seconds': '0', 'Maximum deliveries': '3' });
    await clickButton(page, 'Save settings');
    await page.getByRole('alert').getByText('The visibility timeout must be a whole number from 1').waitFor();
    assert.equal(await page.getByLabel('Maximum deliveries').inputValue(), '3');
    await checkPage(page, 'admin-queue-refused');
    await fillForm(page, { 'Visibility timeout in seconds': '90' });
    await clickButton(page, 'Save settings');
    await page.getByRole('status').getByText('Settings saved.').waitFor();
    await fillQueue();

    await page.goto('/admin/queues');
    await page.getByRole('cell', { name: 'letters.dead' }).waitFor();
    await page.getByRole('cell', { name: 'pictures Paused' }).waitFor();
    await page.getByRole('link', { name: 'letters', exact: true }).click();
    await page.locator('#dead').getByText('no such street: <b>Elm</b>').first().waitFor();
    await page.locator('#dead summary').first().click();
    await page.getByText('"to": "Ada <script>"').waitFor();

    await page
      .getByRole('button', { name: /^Redrive message/ })
      .first()
      .click();
    await page.getByRole('status').getByText('One message redriven.').waitFor();
    await clickButton(page, 'Redrive all');
    await page.getByRole('status').getByText('One message redriven.').waitFor();
    await page.locator('#dead').getByText('No dead letters.').waitFor();
    await clickButton(page, 'Purge queue');
    assert.equal(new URL(page.url()).search, '?done=redriven&n=1', 'the box must be ticked first');
    await page.getByLabel('Yes, remove all waiting messages from letters').check();
    await clickButton(page, 'Purge queue');
    await page.getByRole('status').getByText('5 messages removed.').waitFor();
    await page.goto('/admin/queues/letters.dead');
    await page.getByText('messages that failed too often').waitFor();
  }),
);

test(
  'TASK-1: a task is created, paused, resumed, run, edited and removed',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/tasks');
    await fillForm(page, { Kind: 'letter.send', Name: 'Morning letter', Payload: '{"to": ' });
    await clickButton(page, 'Create task');
    await page
      .getByRole('alert')
      .getByText('The schedule must be either a time or a cron expression')
      .waitFor();
    await fillForm(page, { 'Cron expression': 'now and then' });
    await clickButton(page, 'Create task');
    await page.getByRole('alert').getByText('The payload must be valid JSON.').waitFor();
    await fillForm(page, { Payload: '{"to": "all"}' });
    await clickButton(page, 'Create task');
    await page.getByRole('alert').getByText('must have five fields').waitFor();
    assert.equal(await page.getByLabel('Cron expression').getAttribute('aria-invalid'), 'true');
    await checkPage(page, 'admin-tasks-refused');
    await fillForm(page, {
      'Cron expression': '30 6 * * 1-5',
      'Time zone': 'Europe/Berlin',
    });
    await clickButton(page, 'Create task');
    await page.getByRole('status').getByText('Task created.').waitFor();
    await page.getByText('No runs yet.').waitFor();

    await clickButton(page, 'Pause Morning letter');
    await page.getByRole('status').getByText('Task paused.').waitFor();
    await clickButton(page, 'Resume Morning letter');
    await page.getByRole('status').getByText('Task resumed.').waitFor();
    await fillForm(page, { 'Retries after a failure': '2' });
    await clickButton(page, 'Save task');
    await page.getByRole('status').getByText('Task saved.').waitFor();
    assert.equal(await page.getByLabel('Retries after a failure').inputValue(), '2');
    assert.equal(await page.getByLabel('Time zone').inputValue(), 'Europe/Berlin');
    await runTasks(page);

    await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
    await clickButton(page, 'Pause Morning letter');
    await page.locator('#tasks').getByRole('status').getByText('Task paused.').waitFor();
    await page
      .getByRole('img', { name: /^7 tasks due in the next ten minutes, peak 3 per minute\./ })
      .waitFor();
    await page.getByText('Show as table').click();
    assert.equal(
      await page.getByRole('table', { name: 'Tasks due per minute' }).getByRole('row').count(),
      11,
    );

    await page.getByRole('link', { name: 'Morning letter' }).click();
    await page.getByLabel('Yes, remove Morning letter').check();
    await clickButton(page, 'Remove task');
    await page.getByRole('status').getByText('Task removed.').waitFor();
  }),
);

test(
  'LOG-5 and LOG-6: an operator sees lag and owners, retries a dead letter and replays a group',
  browser.visit(async page => {
    const { release, handled } = await readWords();
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/log');
    await page.locator('#dead').getByText('cannot handle <i>a stone</i>').first().waitFor();
    await page.getByRole('button', { name: /^Retry event/ }).click();
    await page.getByRole('alert').getByText('The event failed again and is still a dead letter.').waitFor();
    release();
    await page.getByRole('button', { name: /^Retry event/ }).click();
    await page.getByRole('status').getByText('Event processed.').waitFor();
    await page.getByText('is moved here and its group continues.').waitFor();

    const before = handled.length;
    await page.getByLabel('Group', { exact: true }).selectOption('readers');
    await fillForm(page, { 'From (UTC)': '2020-01-01T00:00' });
    await clickButton(page, 'Replay');
    await page.getByRole('status').getByText('Replay started.').waitFor();
    await eventually(() => assert.equal(handled.length, before + 5));
  }),
);

async function fillQueue(): Promise<void> {
  const bodies = ['Ada <script>', 'Bea', 'Cleo', 'Dora', 'Edda'].map(to => ({
    body: { to, text: 'Dear friend' },
  }));
  await broker.publishMany('letters', bodies);
  for (const { receipt } of await broker.receive('letters', { max: 2 }))
    await broker.deadLetter(receipt, 'no such street: <b>Elm</b>');
  await broker.publish('pictures', { body: 1, delayMs: 3_600_000 });
  await broker.declare('pictures', { paused: true });
}

/** Runs the due tasks, of which one fails and some are due later, and shows the runs. */
async function runTasks(page: Page): Promise<void> {
  const tasks = createTasks({ ...behind, broker, newId: createIdSource(systemClock, systemRandom) });
  let failures = 0;
  tasks.register({
    name: 'letter.send',
    summary: 'Sends a letter',
    run: async () => {
      if (failures++ === 0) throw new Error('the post office is <closed>');
    },
  });
  for (const minutes of [3, 3, 4, 6, 6, 6, 9])
    await tasks.create({ kind: 'letter.send', schedule: { at: new Date(Date.now() + minutes * 60_000) } });
  const executor = tasks.startExecutor();
  try {
    for (let run = 1; run <= 11; run++) {
      await clickButton(page, 'Run now Morning letter');
      await page.getByRole('status').getByText('Task started.').waitFor();
    }
    await eventually(async () => {
      await page.reload();
      const runs = page.getByRole('table', { name: 'Runs of Morning letter' });
      assert.ok((await runs.getByText('Succeeded after').count()) >= 10);
      assert.equal(await runs.getByText('the post office is <closed>').count(), 1);
    });
  } finally {
    await executor.stop();
  }
}

/** A consumer that fails on one word until `release` is called. */
async function readWords(): Promise<{ release: () => void; handled: unknown[] }> {
  const handled: unknown[] = [];
  let fails = true;
  await log.declare({ name: 'test.words', partitions: 2, retentionDays: 3 });
  await log.consume({ group: 'readers', stream: testStream('test.words') }, async (_tx, events) => {
    if (fails && events.some(({ data: { value } }) => value === 'stone'))
      throw new Error('cannot handle <i>a stone</i>');
    handled.push(...events.map(({ data: { value } }) => value));
  });
  await site.database.transaction(async tx =>
    log.append(
      tx,
      testStream('test.words'),
      ['one', 'two', 'three', 'stone', 'four'].map(value => ({ key: value, value })),
    ),
  );
  await eventually(async () => assert.equal((await log.deadLetters()).length, 1));
  return {
    release: () => {
      fails = false;
    },
    handled,
  };
}
