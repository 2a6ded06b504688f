/** A column with more room, and what was in it. */
export function grow<T extends { set(from: T): void }>(column: T, larger: T): T {
  larger.set(column);
  return larger;
}
