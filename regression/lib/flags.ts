/** The number after `--name` on the command line. Ignores flags of other tests. */
export function numberFlag(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return fallback;
  const value = Number(process.argv[at + 1]);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0`);
  return value;
}
