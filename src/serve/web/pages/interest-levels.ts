import { type Message, t } from '../texts/messages.ts';
/** The levels that readers choose from. */
export const LEVELS = [
  { value: 'all', level: 1, name: t('interests.level.all') },
  { value: 'more', level: 0.5, name: t('interests.level.more') },
  { value: 'some', level: 0, name: t('interests.level.some') },
  { value: 'less', level: -0.5, name: t('interests.level.less') },
  { value: 'never', level: -1, name: t('interests.level.never') },
  { value: 'learned', level: null, name: t('interests.level.learned') },
] as const;

export function inWords(level: number): Message {
  const strength = Math.abs(level);
  if (strength < 0.005) return t('interests.level.some');
  const much = strength >= 0.6 ? 'much' : strength >= 0.25 ? 'somewhat' : 'little';
  return t(`interests.${much}${level > 0 ? 'More' : 'Less'}`);
}
