import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from '../../../test/harness/certificate.ts';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { BreakerOpen } from '../../lib/breaker.ts';
import { systemClock } from '../../lib/clock.ts';
import { createBreaker } from '../telemetry/breakers.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import type { Mail } from './port.ts';
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

test('a server without TLS gets mail only on this machine or with tls=off', async () => {
  for (const [host, options, isSent] of [
    ['127.0.0.1', '', true],
    // The kernel takes it to this machine, but it is not a loopback address.
    ['0.0.0.0', '', false],
    ['0.0.0.0', '?tls=off', true],
    ['user:password@0.0.0.0', '', false],
    ['user:password@0.0.0.0', '?tls=off', false],
    ['user:password@127.0.0.1', '', false],
  ] as const) {
    const { server, received } = mailServer({ disabledCommands: ['STARTTLS'] });
    const { mail } = await mailTo(server, { host, options });
    if (isSent) await mail.send(MESSAGE);
    else await assert.rejects(mail.send(MESSAGE), /STARTTLS/, `${host}${options}`);
    assert.deepEqual(received, isSent ? [{ isSecure: false }] : [], `${host}${options}`);
  }
});

test('mail is encrypted with STARTTLS, for which the certificate must be valid', async () => {
  const { key, cert } = selfSigned({ names: ['0.0.0.0'] });
  const { server, received } = mailServer({ key, cert });
  const { mail, again } = await mailTo(server, { host: '0.0.0.0' });
  await assert.rejects(mail.send(MESSAGE), /self.signed/);
  assert.deepEqual(received, []);
  const authorities = getCACertificates('default');
  setDefaultCACertificates([...authorities, cert]);
  try {
    await again().send(MESSAGE);
  } finally {
    setDefaultCACertificates(authorities);
  }
  assert.deepEqual(received, [{ isSecure: true }]);
});

/** Takes every message, and passwords even without TLS. */
function mailServer(options: SMTPServerOptions) {
  const received: { isSecure: boolean }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'user' }),
    onData: (stream, session, callback) => {
      stream.resume();
      stream.on('end', () => {
        received.push({ isSecure: session.secure });
        callback();
      });
    },
    ...options,
  });
  // A client that does not trust the certificate ends the handshake.
  server.on('error', () => undefined);
  return { server, received };
}

async function mailTo(
  server: ReturnType<typeof createServer> | SMTPServer,
  { host = '127.0.0.1', options = '' } = {},
) {
  const listener = server instanceof SMTPServer ? server.server : server;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  const address = listener.address();
  assert.ok(typeof address === 'object' && address !== null);
  const telemetry = createMemoryTelemetry();
  const breaker = createBreaker('mail', { clock: systemClock, telemetry, isFailure: isMailOutage });
  const url = `smtp://${host}:${address.port}${options}`;
  const opened: Mail[] = [];
  const open = () => {
    const mail = createSmtpMail({ url, from: 'news@news.example', breaker });
    opened.push(mail);
    return mail;
  };
  atEnd(async () => {
    for (const mail of opened) mail.close();
    await new Promise<void>(resolve => server.close(() => resolve()));
  });
  return { mail: open(), again: open, metrics: telemetry.metrics };
}
