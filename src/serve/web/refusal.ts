import { type HtmlValue, html } from '../../app/markup/html.ts';
import { type InputFault, PROBLEMS, Problem, type ProblemCode } from '../../errors.ts';
import { isAboutField } from '../../reasons.ts';
import type { MessageKey } from './texts/catalogue.ts';
import { problemTitle, t } from './texts/messages.ts';
import { translate } from './texts/translate.ts';

/** Why a form was refused, for the reader who filled it in. */
export interface Refusal {
  readonly title: HtmlValue;
  readonly reasons: readonly HtmlValue[];
  /** Names of the form fields to mark as invalid. */
  readonly fields: readonly string[];
}

/**
 * What a form shows after a refusal; errors that are not about the form are rethrown. `texts` replace the title of a
 * code where this form can be more specific.
 */
export function refusalOf(error: unknown, texts: Partial<Record<ProblemCode, HtmlValue>> = {}): Refusal {
  if (!(error instanceof Problem) || error.status >= 500 || NOT_ABOUT_THE_FORM.has(error.code)) throw error;
  const title =
    texts[error.code] ??
    (error.faults.length === 0 ? messageOf(error) : (TITLES[error.code] ?? t('refusal.check')));
  return {
    title,
    reasons: error.faults.map(sentence),
    fields: [...new Set(error.faults.flatMap(fault => FIELDS[fault.at]?.inputs ?? []))],
  };
}

/** A problem without a reason that has its own detail was refused by code that only programs call: English. */
function messageOf({ code, message, reason }: Problem): HtmlValue {
  if (reason) return translate(reason);
  return message === PROBLEMS[code].title ? problemTitle(code, message) : message;
}

function sentence({ at, message, reason }: InputFault): HtmlValue {
  if (reason && !isAboutField(reason)) return translate(reason);
  const field = FIELDS[at];
  return html`${field ? t(field.name) : at.slice(1)} ${reason ? translate(reason) : message}.`;
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
