/** Ctrl-C: stops the started processes first, then exits with the status that shells expect. */
export class Interrupted extends Error {
  static readonly status = 130;
}

/** Rejects at the first signal; ignores further signals during the shutdown. */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        // The benchmark still calls a server that is shutting down, so its errors are meaningless now.
        process.on('uncaughtException', () => undefined);
        reject(new Interrupted(`stopped by ${signal}`));
      });
    }
  });
}
