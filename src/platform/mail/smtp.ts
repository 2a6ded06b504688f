import { createTransport } from 'nodemailer';
import type { Breaker } from '../../lib/breaker.ts';
import { isLocalHost } from '../../lib/loopback.ts';
import { type Mail, MailRefused } from './port.ts';

/**
 * SMTP over pooled connections. TLS is required, because an attacker on the way can hide that the server offers it; only a
 * server on this machine, or one whose address ends in `?tls=off`, may do without. Every wait is bounded, and while the
 * breaker is open messages are refused at once: a server that is down must not delay each of a thousand digests.
 */
export function createSmtpMail({ url, from, breaker }: SmtpOptions): Mail {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const hasUser = username !== '';
  const isPlain = searchParams.get('tls') === 'off' && !hasUser;
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host,
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(hasUser && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    // A password is never sent in plain text, not even to this machine.
    requireTLS: !isSecure && !isPlain && (hasUser || !isLocalHost(host)),
    ignoreTLS: isPlain,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, html, unsubscribe }) => {
      const headers = {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      const message = { from, to: { name: '', address: to }, subject, text, html, headers };
      try {
        await breaker.run(() => transport.sendMail(message));
      } catch (error) {
        throw isFinal(error) ? new MailRefused(error.message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** False when the server answered and refused only this message or its recipient. */
export function isMailOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code !== 'EENVELOPE' && code !== 'EMESSAGE';
}

/** 4xx asks to try again, for example the first time a recipient is seen. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || isMailOutage(error)) return false;
  const status = 'responseCode' in error ? Number(error.responseCode) : 0;
  return status < 400 || status > 499;
}

const TIMEOUT_MS = 20_000;

export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
  readonly breaker: Breaker;
}
