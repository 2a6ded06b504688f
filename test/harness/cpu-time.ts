/**
 * Milliseconds of processor time that `work` takes. Unlike elapsed time it hardly grows on a busy machine.
 */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
