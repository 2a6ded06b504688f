import { type Html, html } from '../../../../../app/markup/html.ts';
import { t } from '../../../texts/messages.ts';

/** FEED-7: imports the OPML list of another feed reader: its feeds that are sources here are followed. */
export function listPart(): Html {
  return html`<p>${t('feeds.importText')}</p>
<form class="inline" method="post" action="/account/feeds/list#list" enctype="multipart/form-data"><div class="field"><label for="opml">${t('feeds.file')}</label><input id="opml" name="opml" type="file" accept=".opml,.xml,text/xml,text/x-opml" required></div><button class="plain">${t('feeds.import')}</button></form>`;
}
