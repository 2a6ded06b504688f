import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { BreakerOpen } from '../../lib/breaker.ts';
import { systemClock } from '../../lib/clock.ts';
import { createBreaker } from '../telemetry/breakers.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { createSmtpMail, isMailOutage } from './smtp.ts';

const MESSAGE = {
  to: 'reader@example.org',
  subject: 'Today',
  text: 'News',
  html: '<p>News</p>',
  unsubscribe: 'https://news.example/stop',
};

test('FEED-11: after three failed attempts on a mail server that is down, messages are refused at once', async () => {
  let connections = 0;
  const server = createServer(socket => {
    connections++;
    socket.destroy();
  });
  const { mail, metrics } = await mailTo(server);
  for (let n = 0; n < 3; n++)
    await assert.rejects(mail.send(MESSAGE), error => !(error instanceof BreakerOpen));
  const before = connections;
  for (let n = 0; n < 20; n++) await assert.rejects(mail.send(MESSAGE), BreakerOpen);
  assert.equal(connections, before);
  assert.equal(metrics.value('circuit_breaker_open_total', { name: 'mail' }), 1);
});

test('FEED-11: refused recipients do not count as an outage', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(new Error('no such user')),
  });
  const { mail, metrics } = await mailTo(server);
  for (let n = 0; n < 5; n++) await assert.rejects(mail.send(MESSAGE), /no such user/);
  assert.equal(metrics.value('circuit_breaker_open_total', { name: 'mail' }) ?? 0, 0);
});

async function mailTo(server: ReturnType<typeof createServer> | SMTPServer) {
  const listener = server instanceof SMTPServer ? server.server : server;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  const address = listener.address();
  assert.ok(typeof address === 'object' && address !== null);
  const telemetry = createMemoryTelemetry();
  const breaker = createBreaker('mail', { clock: systemClock, telemetry, isFailure: isMailOutage });
  const mail = createSmtpMail({
    url: `smtp://127.0.0.1:${address.port}`,
    from: 'news@news.example',
    breaker,
  });
  atEnd(async () => {
    mail.close();
    await new Promise<void>(resolve => server.close(() => resolve()));
  });
  return { mail, metrics: telemetry.metrics };
}
