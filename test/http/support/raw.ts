import { connect, type Socket } from 'node:net';

/** Sends raw bytes on a new connection; resolves with the whole response once it is closed. */
export function exchange(site: { url: string }, bytes: string | Uint8Array): Promise<string> {
  return conversation(site, socket => void socket.write(bytes));
}

/** The same for a slow client: `speak` writes at its own pace. */
export function conversation(site: { url: string }, speak: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.setTimeout(20_000, () => socket.destroy(new Error('the connection was left open')));
    socket.on('connect', () => speak(socket));
    socket.on('data', chunk => chunks.push(chunk));
    // The server may close while we still write: that is a normal end.
    socket.on('error', error => (chunks.length > 0 || isReset(error) ? undefined : reject(error)));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
