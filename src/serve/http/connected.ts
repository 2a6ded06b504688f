import type { FastifyRequest } from 'fastify';

/** For long-polling requests: the signal fires when the client disconnects and when the program stops. */
export async function whileConnected<T>(
  { raw: { socket } }: FastifyRequest,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (socket.destroyed || stopping.aborted) leave();
  socket.once('close', leave);
  stopping.addEventListener('abort', leave);
  try {
    return await work(gone.signal);
  } finally {
    socket.off('close', leave);
    stopping.removeEventListener('abort', leave);
  }
}
