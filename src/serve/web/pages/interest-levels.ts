import { type Message, say } from '../words/say.ts';
/** Levels as people choose them; nobody thinks in hundredths. */
export const LEVELS = [
  { value: 'all', level: 1, name: say('interests.level.all') },
  { value: 'more', level: 0.5, name: say('interests.level.more') },
  { value: 'some', level: 0, name: say('interests.level.some') },
  { value: 'less', level: -0.5, name: say('interests.level.less') },
  { value: 'never', level: -1, name: say('interests.level.never') },
  { value: 'learned', level: null, name: say('interests.level.learned') },
] as const;

export function inWords(level: number): Message {
  const strength = Math.abs(level);
  if (strength < 0.005) return say('interests.level.some');
  const much = strength >= 0.6 ? 'much' : strength >= 0.25 ? 'somewhat' : 'little';
  return say(`interests.${much}${level > 0 ? 'More' : 'Less'}`);
}
