import { createTransport } from 'nodemailer';
import type { Mail } from './port.ts';

/** SMTP, with TLS where the server offers it, in connections that are used again. Every wait has an end. */
export function createSmtpMail({ url, from }: { readonly url: string; readonly from: string }): Mail {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host: hostname,
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(username === ''
      ? {}
      : {
          auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
          requireTLS: !isSecure,
        }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, html, unsubscribe }) => {
      const list = { unsubscribe: { url: unsubscribe, comment: 'No more of these' } };
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, list });
    },
    close: () => transport.close(),
  };
}

const TIMEOUT_MS = 20_000;
