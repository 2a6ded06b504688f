import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { atEnd } from './cleanup.ts';

/** A mail server on loopback that keeps what it gets. Set `refuse` to make it refuse messages. */
export async function startMailServer(): Promise<TestMailServer> {
  const letters: Letter[] = [];
  const state = { refuse: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', chunk => chunks.push(chunk));
      stream.on('end', () => {
        if (state.refuse) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        letters.push(letterOf(to, Buffer.concat(chunks).toString()));
        done();
      });
    },
  });
  atEnd(() => new Promise(resolve => server.close(() => resolve())));
  const port = await new Promise<number>(resolve => {
    const open = server.listen(0, '127.0.0.1', () => resolve((open.address() as AddressInfo).port));
  });
  return Object.assign(state, { url: `smtp://127.0.0.1:${port}`, letters });
}

function letterOf(to: string, raw: string): Letter {
  const [head = '', ...rest] = raw.replace(/\r\n[ \t]+/g, ' ').split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  return {
    to,
    header,
    subject: decodeWords(header('Subject')),
    raw,
    text: decodeBody(rest.join('\r\n\r\n')),
  };
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_all, form: string, encoded: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString()
        : decodeQuoted(encoded.replaceAll('_', ' ')),
    );
}

/** Quoted-printable, as the messages of this program are sent. */
function decodeBody(text: string): string {
  return decodeQuoted(text.replace(/=\r\n/g, ''));
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [...bytes].every(char => char.charCodeAt(0) < 256) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}

export interface TestMailServer {
  readonly url: string;
  readonly letters: Letter[];
  refuse: boolean;
}

export interface Letter {
  readonly to: string;
  readonly subject: string;
  header(name: string): string;
  /** All parts, decoded. */
  readonly text: string;
  readonly raw: string;
}
