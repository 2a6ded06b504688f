import { bodyFault, Problem } from '../errors.ts';
import { type Reason, reason, reasonText } from '../reasons.ts';
import { isBreachedPassword } from './breached-passwords.ts';
import { localPartOf } from './email.ts';
import { bitsToGuess, isOnePattern } from './guessability.ts';
import { normalise } from './passwords.ts';

/**
 * The reasons why a password is too weak; none when it is acceptable.
 *
 * ASVS 5.0 requires 8 characters and recommends 15. Ten is still memorable, and what guessers try first at that length
 * is common and personal, which the rules below detect. There are no composition rules: no capital, digit or sign is
 * required.
 *
 * A model recognises common passwords (see `bitsToGuess`): some 1,000 base words, alone or in pairs, with case, leet,
 * years, up to four digits and a sign, sequences, repeats and keyboard walks. A list of 47,000 passwords from break-ins
 * covers words that the model does not know. Rate limits slow down guessing as well.
 */
export function checkPasswordStrength(password: string, about: PasswordOwner): Reason[] {
  // Far beyond what people type; the checks below should not have to process it.
  if (password.length > 4 * MAX_PASSWORD_LENGTH) return [TOO_LONG];
  const text = normalise(password);
  const { length } = [...text];
  if (length > MAX_PASSWORD_LENGTH) return [TOO_LONG];
  const reasons: Reason[] = [];
  if (length < MIN_PASSWORD_LENGTH) reasons.push(reason('password-too-short', { min: MIN_PASSWORD_LENGTH }));
  if (isMostlyPersonal(text, about)) reasons.push(reason('password-personal'));
  if (isOnePattern(text)) reasons.push(reason('password-pattern'));
  else if (bitsToGuess(text, personalWords(about)) < LEAST_BITS) reasons.push(reason('password-common'));
  if (isBreachedPassword(text)) reasons.push(reason('password-breached'));
  return reasons;
}

export function requireStrongPassword(password: string, about: PasswordOwner): void {
  const reasons = checkPasswordStrength(password, about);
  if (reasons.length === 0) return;
  const faults = reasons.map(each => bodyFault('/password', each));
  throw new Problem('weak-password', reasons.map(reasonText).join(' '), { faults });
}

/** Removes what others know about the person; the rest must have the length of a password. */
function isMostlyPersonal(text: string, about: PasswordOwner): boolean {
  const lower = text.toLowerCase();
  const found = personalWords(about).filter(word => word.length >= 4 && lower.includes(word));
  const left = found
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), lower);
  return found.length > 0 && [...left].length < MIN_PASSWORD_LENGTH;
}

function personalWords({ email, displayName, siteName }: PasswordOwner): string[] {
  const local = localPartOf(email);
  const whole = [email, local, displayName, displayName.replace(/\s+/g, ''), siteName];
  const parts = [local, email.slice(local.length + 1), displayName, siteName].flatMap(text =>
    text.split(/[^\p{L}\p{N}]+/u),
  );
  return [...new Set([...whole, ...parts].map(word => normalise(word).toLowerCase()))].filter(
    word => word.length >= 3,
  );
}

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 256;
/** A common word with four digits and a sign scores just below. */
const LEAST_BITS = 27;
const TOO_LONG = reason('password-too-long', { max: MAX_PASSWORD_LENGTH });

export interface PasswordOwner {
  readonly email: string;
  readonly displayName: string;
  readonly siteName: string;
}
