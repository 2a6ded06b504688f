/** Ctrl-C: what was started is stopped first, then the process ends with the status that shells expect. */
export class Interrupted extends Error {
  static readonly status = 130;
}

/** Rejects at the first signal; further ones are ignored while things are being stopped. */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        // The benchmark is still calling a server that is being stopped: what it raises now has no meaning.
        process.on('uncaughtException', () => undefined);
        reject(new Interrupted(`stopped by ${signal}`));
      });
    }
  });
}
