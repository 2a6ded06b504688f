/** Hours ahead of UTC, and the share of readers there. */
export const ZONES = [
  { offset: -5, weight: 0.25 },
  { offset: 0, weight: 0.2 },
  { offset: 1, weight: 0.35 },
  { offset: 3, weight: 0.1 },
  { offset: 8, weight: 0.1 },
] as const;

/** The share of a zone's readers that read at a time; 1 at the busiest hour. */
export function awake(time: number, offset: number): number {
  const hour = (time / HOUR + offset) % 24;
  const index = Math.floor(hour);
  const [from, to] = [BY_HOUR[index] ?? 0, BY_HOUR[(index + 1) % 24] ?? 0];
  return from + (to - from) * (hour - index);
}

/** Reading activity of all zones at a time; about 1 over a day. */
export function rhythmAt(time: number): number {
  return ZONES.reduce((sum, { offset, weight }) => sum + weight * awake(time, offset), 0) / MEAN;
}

/** People sleep until six, read at breakfast, at noon, and most in the evening. */
const BY_HOUR = [
  0.25, 0.14, 0.09, 0.07, 0.09, 0.18, 0.4, 0.68, 0.8, 0.78, 0.74, 0.75, 0.82, 0.8, 0.72, 0.7, 0.73, 0.8, 0.88,
  0.95, 1, 0.95, 0.75, 0.48,
];
const MEAN = BY_HOUR.reduce((sum, value) => sum + value, 0) / 24;
const HOUR = 3_600_000;
