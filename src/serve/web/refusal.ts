import { type HtmlValue, html } from '../../app/markup/html.ts';
import { PROBLEMS, Problem, type ProblemCode } from '../../errors.ts';
import type { MessageKey } from './texts/catalogue.ts';
import { problemTitle, t } from './texts/messages.ts';
import { translate } from './texts/translate.ts';

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
    (error.faults.length === 0 ? messageOf(error) : (TITLES[error.code] ?? t('refusal.look')));
  return {
    title,
    reasons: error.faults.map(fault => sentence(fault.at, fault.message)),
    fields: [...new Set(error.faults.flatMap(fault => FIELDS[fault.at]?.inputs ?? []))],
  };
}

function messageOf({ code, message }: Problem): HtmlValue {
  return message === PROBLEMS[code].title ? problemTitle(code, message) : translate(message);
}

/** Faults are written either as sentences or to follow the name of their field. */
function sentence(at: string, message: string): HtmlValue {
  if (/^\p{Lu}/u.test(message)) return translate(message);
  const field = FIELDS[at];
  return html`${field ? t(field.name) : at.slice(1)} ${translate(message.replace(/\.$/, ''))}.`;
}

const NOT_ABOUT_THE_FORM: ReadonlySet<ProblemCode> = new Set(['fresh-sign-in-required', 'too-many-requests']);

const TITLES: Partial<Record<ProblemCode, HtmlValue>> = {
  'weak-password': t('refusal.weakPassword'),
};

const FIELDS: Readonly<Record<string, { name: MessageKey; inputs: readonly string[] }>> = {
  '/email': { name: 'field.email', inputs: ['email'] },
  '/displayName': { name: 'field.name', inputs: ['displayName'] },
  '/name': { name: 'field.name', inputs: ['name'] },
  '/password': { name: 'field.password', inputs: ['password', 'next'] },
  '/visibility': { name: 'field.visibility', inputs: ['visibility'] },
  '/maxReceives': { name: 'field.maxReceives', inputs: ['maxReceives'] },
  '/deadLetterQueue': { name: 'field.deadLetterQueue', inputs: ['deadLetterQueue'] },
  '/kind': { name: 'field.kind', inputs: ['kind'] },
  '/schedule': { name: 'field.schedule', inputs: ['at', 'cron'] },
  '/schedule/at': { name: 'field.time', inputs: ['at'] },
  '/schedule/cron': { name: 'field.cron', inputs: ['cron'] },
  '/schedule/timeZone': { name: 'field.timeZone', inputs: ['timeZone'] },
  '/payload': { name: 'field.payload', inputs: ['payload'] },
  '/retries': { name: 'field.retries', inputs: ['retries'] },
  '/from': { name: 'field.time', inputs: ['from'] },
  '/url': { name: 'field.url', inputs: ['url'] },
  '/homePage': { name: 'field.homePage', inputs: ['homePage'] },
  '/language': { name: 'field.language', inputs: ['language'] },
  '/country': { name: 'field.country', inputs: ['country'] },
  '/category': { name: 'field.category', inputs: ['category'] },
  '/folder': { name: 'field.folder', inputs: ['folder'] },
  '/interval': { name: 'field.interval', inputs: ['interval'] },
  '/priority': { name: 'field.priority', inputs: ['priority'] },
  '/credibility': { name: 'field.credibility', inputs: ['credibility'] },
  '/headline': { name: 'field.headline', inputs: ['headline'] },
  '/story': { name: 'field.story', inputs: ['story'] },
  '/to': { name: 'field.to', inputs: ['to'] },
  '/id': { name: 'field.id', inputs: ['id'] },
  '/keyword': { name: 'field.keyword', inputs: ['keyword'] },
  '/keywords': { name: 'field.keywords', inputs: ['keywords'] },
  '/weight': { name: 'field.weight', inputs: ['weight'] },
  '/words': { name: 'field.words', inputs: ['words'] },
  '/share': { name: 'field.share', inputs: ['share'] },
  '/scopes': { name: 'field.scopes', inputs: ['scope'] },
};
