import type { AppContext } from '../../../../../app/context.ts';
import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import { EVERY_LANGUAGE } from '../../../../../feeds/ranking/taste.ts';
import type { ReaderSettings } from '../../../../../feeds/readers/preferences.ts';
import { nameOf, t } from '../../../texts/messages.ts';
import { checkbox, selectField } from '../../admin/parts.ts';

/** Language, country, paywalls, rare sources, seen articles and the digest. */
export function choicesForm(context: AppContext, settings: ReaderSettings): Html {
  const { language, country, hidesPaywalled, liftsRare, foldsSeen, digest } = settings;
  return html`<form method="post" action="/account/feeds#choices">
<div class="pair">${selectField({ name: 'language', label: t('feeds.language'), value: language ?? '', options: [['', t('feeds.pageLanguage')], [EVERY_LANGUAGE, t('feeds.anyLanguage')], ...namesOf(context, 'language', language)] })}
${selectField({ name: 'country', label: t('feeds.country'), value: country ?? '', options: [['', t('feeds.anyCountry')], ...namesOf(context, 'region', country)] })}</div>
${checkbox({ name: 'hidesPaywalled', label: t('feeds.hidesPaywalled'), checked: hidesPaywalled })}
${checkbox({ name: 'liftsRare', label: t('feeds.boostRare'), checked: liftsRare })}
${checkbox({ name: 'foldsSeen', label: t('feeds.collapseSeen'), checked: foldsSeen })}
${selectField({ name: 'digest', label: t('feeds.digest'), value: digest, options: DIGESTS.map(each => [each, t(`feeds.digest.${each}`)]), hint: t('feeds.digestHint') })}
<button>${t('settings.save')}</button></form>`;
}

/** The codes of current stories and the one chosen before, by name. */
function namesOf(
  { feeds }: AppContext,
  type: 'language' | 'region',
  chosen: string | null,
): (readonly [string, HtmlValue])[] {
  const form = type === 'language' ? LANGUAGE : COUNTRY;
  const kind = type === 'language' ? 'language' : 'country';
  const codes = new Set([...feeds.window.postings.counts(kind).keys(), ...(chosen === null ? [] : [chosen])]);
  return [...codes]
    .filter(code => form.test(code) && code !== 'und' && code !== EVERY_LANGUAGE)
    .sort()
    .map(code => [code, nameOf(type, code)] as const);
}

export const LANGUAGE = /^[a-z]{2,3}$/;
export const COUNTRY = /^[A-Z]{2}$/;
export const DIGESTS = ['none', 'daily', 'weekly'] as const;
