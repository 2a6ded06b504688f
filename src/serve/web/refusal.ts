import { Problem, type ProblemCode } from '../../errors.ts';
import type { HtmlValue } from './html.ts';
import { say } from './words/say.ts';

/** Why a form was refused, in words for the person who filled it in. */
export interface Refusal {
  readonly title: HtmlValue;
  readonly reasons: readonly HtmlValue[];
  /** Names of the fields that it is about. */
  readonly fields: readonly string[];
}

/**
 * What a form shows when it was refused; whatever is not about the form is thrown on. `words` say what a
 * code means on this very form, where its general title would be too general.
 */
export function refusalOf(error: unknown, words: Partial<Record<ProblemCode, HtmlValue>> = {}): Refusal {
  if (!(error instanceof Problem) || error.status >= 500 || NOT_ABOUT_THE_FORM.has(error.code)) throw error;
  const title =
    words[error.code] ??
    (error.faults.length === 0 ? error.message : (TITLES[error.code] ?? say('refusal.look')));
  return {
    title,
    reasons: error.faults.map(fault => sentence(fault.at, fault.message)),
    fields: [...new Set(error.faults.flatMap(fault => FIELDS[fault.at]?.inputs ?? []))],
  };
}

/** Faults are written either as sentences or to follow the name of their field. */
function sentence(at: string, message: string): string {
  if (/^\p{Lu}/u.test(message)) return message;
  const text = `${FIELDS[at]?.name ?? at.slice(1)} ${message}`;
  return text.endsWith('.') ? text : `${text}.`;
}

const NOT_ABOUT_THE_FORM: ReadonlySet<ProblemCode> = new Set(['fresh-sign-in-required', 'too-many-requests']);

const TITLES: Partial<Record<ProblemCode, HtmlValue>> = {
  'weak-password': say('refusal.weakPassword'),
};

const FIELDS: Readonly<Record<string, { name: string; inputs: readonly string[] }>> = {
  '/email': { name: 'The email address', inputs: ['email'] },
  '/displayName': { name: 'The name', inputs: ['displayName'] },
  '/name': { name: 'The name', inputs: ['name'] },
  '/password': { name: 'The password', inputs: ['password', 'next'] },
  '/visibility': { name: 'The visibility', inputs: ['visibility'] },
  '/maxReceives': { name: 'The number of deliveries', inputs: ['maxReceives'] },
  '/deadLetterQueue': { name: 'The dead-letter queue', inputs: ['deadLetterQueue'] },
  '/kind': { name: 'The kind', inputs: ['kind'] },
  '/schedule': { name: 'The schedule', inputs: ['at', 'cron'] },
  '/schedule/at': { name: 'The time', inputs: ['at'] },
  '/schedule/cron': { name: 'The cron expression', inputs: ['cron'] },
  '/schedule/timeZone': { name: 'The time zone', inputs: ['timeZone'] },
  '/payload': { name: 'The payload', inputs: ['payload'] },
  '/retries': { name: 'The number of retries', inputs: ['retries'] },
  '/from': { name: 'The time', inputs: ['from'] },
  '/url': { name: 'The address', inputs: ['url'] },
  '/homePage': { name: 'The home page', inputs: ['homePage'] },
  '/language': { name: 'The language', inputs: ['language'] },
  '/country': { name: 'The country', inputs: ['country'] },
  '/category': { name: 'The category', inputs: ['category'] },
  '/folder': { name: 'The folder', inputs: ['folder'] },
  '/interval': { name: 'The time between visits', inputs: ['interval'] },
  '/priority': { name: 'The priority', inputs: ['priority'] },
  '/credibility': { name: 'The credibility', inputs: ['credibility'] },
  '/headline': { name: 'The headline', inputs: ['headline'] },
  '/story': { name: 'The story', inputs: ['story'] },
  '/to': { name: 'The other story', inputs: ['to'] },
  '/id': { name: 'The id', inputs: ['id'] },
  '/keyword': { name: 'The keyword', inputs: ['keyword'] },
  '/keywords': { name: 'Each keyword', inputs: ['keywords'] },
  '/weight': { name: 'The weight', inputs: ['weight'] },
  '/scopes': { name: 'What the token may do', inputs: ['scope'] },
};
