/**
 * How many times longer work takes here at this moment than on a machine that nobody else uses: a busy loop's time by the
 * clock over its time of the processor. Limits are meant for a calm machine and are stretched by it.
 */
export function machineStretch(): number {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const spentMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  while (spentMs() < BUSY_MS);
  return Math.max(1, (performance.now() - began) / spentMs());
}

const BUSY_MS = 300;
