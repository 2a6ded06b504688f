/** `--name 3` of this process. Flags of other tests may stand beside it and are left alone. */
export function numberFlag(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return otherwise;
  const value = Number(process.argv[at + 1]);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0`);
  return value;
}
