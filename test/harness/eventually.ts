/**
 * Retries until `check` passes; after `withinMs` throws its last error. The limit only guards against
 * hanging.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 60_000): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }
}
