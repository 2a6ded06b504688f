import { type Html, html } from '../../../app/markup/html.ts';
import { t } from '../texts/messages.ts';

/**
 * The ways to share an article. The links are plain, without content of the linked sites, so those sites
 * learn only of readers who follow them. The two buttons need a script, which shows them.
 */
export function shareArea({ title, url }: { readonly title: string; readonly url: string }): Html {
  const [text, address] = [encodeURIComponent(title), encodeURIComponent(url)];
  const ways = [
    ['email', t('share.email'), `mailto:?subject=${text}&body=${address}`],
    ['x', 'X', `https://x.com/intent/post?text=${text}&url=${address}`],
    ['facebook', 'Facebook', `https://www.facebook.com/sharer/sharer.php?u=${address}`],
    ['whatsapp', 'WhatsApp', `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`],
  ] as const;
  return html`<section class="share" aria-label="${t('share.label')}" data-share-url="${url}"><ul>
<li><button type="button" class="plain small" data-via="link" hidden>${t('share.copy')}</button></li>
${ways.map(([via, name, href]) => html`<li><a class="button plain small" data-via="${via}" href="${href}"${via !== 'email' && html` target="_blank" rel="noopener noreferrer"`}>${name}</a></li>`)}
<li><button type="button" class="plain small" data-via="other" hidden>${t('share.other')}</button></li>
</ul><p class="meta" role="status" data-copied="${t('share.copied')}" data-failed="${t('share.failed')}"></p></section>`;
}
