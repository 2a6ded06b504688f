/** Copies a column into a larger one. */
export function grow<T extends { set(from: T): void }>(column: T, larger: T): T {
  larger.set(column);
  return larger;
}
