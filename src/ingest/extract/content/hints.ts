import type { HtmlElement } from '../dom/element.ts';

/**
 * The class and id of an element as words: camel case is split, so `articleComments`, `article-comments` and
 * `article__comments` are the same.
 */
export function namesOf(element: HtmlElement): string {
  const { attributes } = element;
  const classes = attributes['class'] ?? '';
  // The id of a heading or paragraph is an anchor made from its text.
  const id = ANCHORED_TAGS.has(element.tag) || isSlug(attributes['id']) ? '' : (attributes['id'] ?? '');
  return classes || id ? readNames(`${classes} ${id}`) : '';
}

function isSlug(id: string | undefined): boolean {
  return id !== undefined && id.split('-').length > 3;
}

/** Cached, because pages repeat a few names thousands of times. */
function readNames(raw: string): string {
  const known = namesByClass.get(raw);
  if (known !== undefined) return known;
  const names = raw
    .slice(0, MAX_NAMES)
    .split(/\s+/)
    .map(token => token.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase())
    // `no-sidebar`, `has-comments`, `js-reply` and `row--sidebar` describe a neighbour or a variant.
    .filter(
      token =>
        !/^(?:no|has|with|without|is|js|hide|show|col|tag|category|cat|post-\d|postid|type|format)-|layout/.test(
          token,
        ),
    )
    // Page builders call everything a widget; the kind follows that word.
    .map(token =>
      token.replace(/^(?:elementor|et[-_]pb|vc|wpb|fl|fusion|brxe|so)[-_](?:widget|module|element)[-_]?/, ''),
    )
    // One pair of dashes sets off a variant; where there are more, they set off the parts of a name.
    .map(token => token.replace(/^(?!.*--.*--)(.*?)--.*$/, '$1').replace(/[^\p{L}\p{N}]+/gu, '-'))
    .join(' - ');
  if (namesByClass.size > MAX_REMEMBERED) namesByClass.clear();
  namesByClass.set(raw, names);
  return names;
}

const namesByClass = new Map<string, string>();
const MAX_REMEMBERED = 5_000;
const ANCHORED_TAGS: ReadonlySet<string> = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'a',
  'span',
  'section',
]);

/** Theme frameworks put hundreds of words into a class; the first ones name the element. */
const MAX_NAMES = 300;

const words = (text: string): RegExp =>
  new RegExp(`(?:^|[- ])(?:${text.trim().split(/\s+/).join('|')})(?:[- ]|$)`);

/** Discussion below an article. It may be longer than the article itself. */
export const DISCUSSION = words(`
  comment comments commentlist comment-list commentary-list commentarea disqus respond livefyre replies reply
  kommentare kommentar leserkommentare comentarios commentaires reacties talkback discussion-thread fb-comments
  wp-block-comments coral spot-im hyvor isso commento user-comments post-comments trackbacks pingbacks webmentions
  opinary-comments remark42 utterances giscus c-comments forum-comments leserbriefe`);

/** Boxes that belong to the site and not to the article. */
export const FURNITURE = words(`
  share sharing shares sharebar share-bar sharer sharedaddy share-buttons social socials social-media socialmedia
  addthis addtoany a2a shariff ssba sociable socialbar
  related related-posts relatedposts relatedcontent related-content related-articles yarpp recommended
  recommendation recommendations recirc recirculation readmore read-more-box more-stories morestories more-from
  also-read read-also you-may-also-like you-might upnext up-next next-up next-article prev-next jp-relatedposts
  crp zergnet outbrain taboola plista ligatus revcontent mgid dianomi nativo empfehlungen
  newsletter newsletters signup sign-up subscribe subscription subscriptions optin opt-in mailchimp mc4wp abo abobox
  mailing-list emailsignup follow follow-us followus news-letter app-section app-promo contact-teaser kontaktbox
  teaser-item-list teasers teaser-grid link-list linklist lnkrel
  advert adverts advertisement advertisements advertising advertorial-box ad ads adbox adslot adsense adunit
  ad-container ad-wrapper adwrapper gpt werbung anzeige anzeigen sponsor sponsored-links publicidad publicite
  promo promos promotion promobox teaserbox teaser-box teaser-list teaserlist cta call-to-action donate donation
  spenden spendenbox patreon affiliate-box shop-box
  breadcrumb breadcrumbs breadcrump pagination pager paging page-numbers post-navigation postnav
  nav navi navbar navigation subnav menu submenu topmenu mainmenu navlinks post-nav nav-links
  sidebar side-bar rightbar leftbar sidebars secondary-sidebar rail right-rail
  footer footers bottombar bottom-bar site-footer page-footer colophon masthead site-header page-header topbar
  cookie cookies cookiebar cookiehint cookie-notice cookiecontent cookielaw cookieconsent gdpr consent dsgvo privacy-notice
  popup pop-up modal overlay lightbox toast tooltip flyout offcanvas
  login signin log-in register-box paywall-box
  widget widgets widget-area widgetarea
  tags taglist tag-list tagcloud tag-links tags-links taglinks post-tags entry-tags article-tags keywords
  schlagworte topics topic-list hashtags categories cat-links category-list post-categories
  entry-meta post-meta postmeta entry-meta-footer article-meta articlemeta meta-info metadata postmetadata
  post-info postinfo entry-utility article-info byline bylines by-line dateline post-date timestamp
  author-box authorbox author-bio author-info author-card about-author post-author-box author-profile
  authorbio aboutauthor abouttheauthor authorinfo bio vcard
  toolbar tools article-tools print-button printbutton printfriendly actionbar action-bar
  rating ratings star-rating vote voting poll
  most-read mostread most-popular popular trending popularposts latest latest-news recent-posts recentposts
  ticker newsticker
  skip-link skiplink screen-reader-text sr-only visually-hidden visuallyhidden noprint hidden-print
  copyright disclaimer-box legal-notice imprint impressum
  factbox fact-box infobox info-box disclosure disclaimer
  feedback report-error correction-box search searchform search-form searchbox
  editsection mw-editsection toc navbox catlinks printfooter mw-jump-link siteSub jump-to-nav vertical-navbox
  metabox hatnote noexcerpt
  email-capture join-the-conversation conversation-box more-news read-next readnext keep-reading sitebar
  recommends most-viewed mostviewed author-after-content author-description author-details
  video-player audio-player media-player teads inread piano-inline regwall`);

/** Parts of names that mean furniture, even when the box is long. */
export const CERTAIN_FURNITURE =
  /cookie|gdpr|consent|newsletter|sidebar|breadcrumb|related|relacionad|verwandt|recommend|empfehl|popup|overlay|modal|widget|footer|advert|outbrain|taboola|comment(?!ary|ator)|kommentar/;

/** Names of content beside or below an article that may be longer than it. */
export const BESIDE_ARTICLE =
  /(?:^|[- ])(?:comments?|comments?-?(?:list|area|section|links|container|wrapper)|disqus|kommentare|leserkommentare|sidebar|side-bar|gallery|slideshow|carousel|bildergalerie|fotostrecke)(?:[- ]|$)/;

/** Names of the element that holds the article's text, and nothing else as a rule. */
export const BODY_NAMES =
  /(?:^|-)(?:article|story|post|entry|news|blog|page|single|artikel|beitrag|content|text|main|body|nota|noticia)-?(?:body|content|contents|text|copy|bodycopy|main|inhalt|maincontent|fulltext|detail|details)(?:-|$)|articlebody|entry-content|storytext|artikeltext|(?:^|-)(?:td-post-content|bodytext|rich-?text|prose|paywall|cuerpo|texto|corps|contenido)(?:-|$)/;

export const POSITIVE_NAMES =
  /article|body|content|entry|hentry|h-entry|main|page|post|text|blog|story|artikel|beitrag|column|inhalt|section|nota/;

export const NEGATIVE_NAMES =
  /-ad-|hidden|^hid$|banner|combx|comment|com-|contact|footer|gdpr|masthead|media|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|widget|teaser|list-item|card|popular|recommend|newsletter|nav/;

/** Names of an introduction above the text. */
export const LEAD_NAMES = words(`
  lead lede leadtext lead-text intro introtext intro-text introduction standfirst dek deck abstract vorspann
  teaser-text article-teaser article-intro article-lead article-summary entry-summary subtitle subline subheadline
  sub-title subhead chapo chapeau entradilla bajada sumario copete perex anlauf excerpt kicker-text summary
  article-subtitle post-subtitle subtitulo`);

export const SUBTITLE_NAMES =
  /(?:^|[- ])(?:sub-?(?:title|line|head|headline|heading)|dek|deck|subtitulo|subtitle-text)(?:[- ]|$)/;

/** Names of the line below a picture, and of who took it. */
export const CAPTION_NAMES = words(`
  caption captions wp-caption-text image-caption img-caption photo-caption figcaption credit credits photo-credit
  image-credit image-credits picture-credit bildunterschrift bildtext bildnachweis bildquelle copyright-info
  photocredit photographer image-copyright image-source pie-foto epigrafe legende gallery-caption media-caption
  slideshow-caption legend leyenda foto-caption imagecaption image-description image-info`);
