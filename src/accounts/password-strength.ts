import { Problem } from '../errors.ts';
import { localPartOf } from './email.ts';
import { bitsToGuess, isOnePattern } from './guessability.ts';
import { normalise } from './passwords.ts';

/**
 * What is wrong with a password that somebody wants, in plain words; nothing when it will do.
 *
 * ASVS 5.0 asks for 8 characters at least and recommends 15. Ten is where a person can still be asked for
 * something memorable while what falls to guessing first is the common and the personal, which the rules
 * below look for. Nothing is demanded of its make-up: no capital, digit or sign has to be in it.
 *
 * Instead of a list of leaked passwords, common ones are recognised by what they are made of (see
 * `bitsToGuess`): some 1,000 base words, alone or two together, with case, leet, years, up to four digits and
 * a sign, with counting, repeats and keyboard walks. That is far more than the 3,000 most common of ten
 * characters or more that ASVS asks for, but it is a model: one that is built from words it does not know
 * passes. Guessing is also held off by rate limits.
 */
export function checkPasswordStrength(password: string, about: PasswordOwner): string[] {
  // Far beyond what anybody types; nothing below should work on it.
  if (password.length > 4 * MOST_CHARACTERS) return [TOO_LONG];
  const text = normalise(password);
  const { length } = [...text];
  if (length > MOST_CHARACTERS) return [TOO_LONG];
  const reasons: string[] = [];
  if (length < LEAST_CHARACTERS) reasons.push(`It has fewer than ${LEAST_CHARACTERS} characters.`);
  if (isMostlyPersonal(text, about))
    reasons.push('It is little more than your email address, your name or the name of this site.');
  if (isOnePattern(text)) reasons.push('It is one pattern, repeated or counted through.');
  else if (bitsToGuess(text, personalWords(about)) < LEAST_BITS)
    reasons.push('It is made of what is tried first: common words, names, years, rows of keys.');
  return reasons;
}

export function requireStrongPassword(password: string, about: PasswordOwner): void {
  const reasons = checkPasswordStrength(password, about);
  if (reasons.length === 0) return;
  const faults = reasons.map(message => ({ in: 'body', at: '/password', message }) as const);
  throw new Problem('weak-password', reasons.join(' '), { faults });
}

/** What others know of the person is taken out; what is left must have the length of a password by itself. */
function isMostlyPersonal(text: string, about: PasswordOwner): boolean {
  const lower = text.toLowerCase();
  const found = personalWords(about).filter(word => word.length >= 4 && lower.includes(word));
  const left = found
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), lower);
  return found.length > 0 && [...left].length < LEAST_CHARACTERS;
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

export const LEAST_CHARACTERS = 10;
export const MOST_CHARACTERS = 256;
/** A common word with four digits and a sign has just less. */
const LEAST_BITS = 27;
const TOO_LONG = `It has more than ${MOST_CHARACTERS} characters.`;

export interface PasswordOwner {
  readonly email: string;
  readonly displayName: string;
  readonly siteName: string;
}
