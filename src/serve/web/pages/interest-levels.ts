/** Levels as people choose them; nobody thinks in hundredths. */
export const LEVELS = [
  { value: 'all', level: 1, name: 'As much as there is' },
  { value: 'more', level: 0.5, name: 'More of it' },
  { value: 'some', level: 0, name: 'Neither more nor less' },
  { value: 'less', level: -0.5, name: 'Less of it' },
  { value: 'never', level: -1, name: 'Hardly ever' },
  { value: 'learned', level: null, name: 'As it is learned' },
] as const;

export function inWords(level: number): string {
  const strength = Math.abs(level);
  if (strength < 0.005) return 'Neither more nor less';
  const much = strength >= 0.6 ? 'Much' : strength >= 0.25 ? 'Somewhat' : 'A little';
  return `${much} ${level > 0 ? 'more' : 'less'}`;
}
