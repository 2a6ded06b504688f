import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { atEnd } from './cleanup.ts';

/**
 * A DNS server on loopback (RFC 1035, the subset for A and AAAA). `response` returns the addresses of a name,
 * an empty list for "no such name", or null to send nothing.
 */
export async function startNameServer(response: NameAnswer): Promise<NameServer> {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    if (type === 1) queries.push(name);
    const addresses = response(name);
    if (addresses === null) return;
    const records = type === 1 ? addresses.map(recordOf) : [];
    socket.send(reply(query.subarray(0, end), addresses.length > 0, records), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  atEnd(() => new Promise(resolve => socket.close(resolve)));
  return { address: `127.0.0.1:${socket.address().port}`, queries };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The name is a pointer to the question; the time to live is one second. */
function recordOf(address: string): Buffer {
  const head = Buffer.from('c00c0001000100000001' + '0004', 'hex');
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}

function reply(question: Buffer, exists: boolean, records: readonly Buffer[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(exists ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...records]);
}

export type NameAnswer = (name: string) => readonly string[] | null;

export interface NameServer {
  readonly address: string;
  /** The names queried for A records. */
  readonly queries: readonly string[];
}
