import type {
  DocumentItem,
  FeedCategory,
  FeedEnclosure,
  FeedMedia,
  FeedPerson,
  FeedSource,
} from '../../../model/feed-document.ts';
import { firstImage } from '../text/html-urls.ts';
import { resolveUrl } from '../text/urls.ts';
import { Best } from './best.ts';
import { GeoDraft } from './geo.ts';
import { addMedia, pictureAt } from './media.ts';
import type { DocumentScope } from './scope.ts';
import { readHtml } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** The state of an item while its elements are parsed. `Best` keeps the most trusted value. */
export class ItemDraft {
  readonly scope: DocumentScope;
  readonly id = new Best<string>();
  readonly title = new Best<string>();
  readonly link = new Best<string>();
  readonly originalLink = new Best<string>();
  readonly published = new Best<number>();
  readonly updated = new Best<number>();
  readonly summary = new Best<XmlElement>();
  readonly content = new Best<XmlElement>();
  readonly picture = new Best<string>();
  readonly comments = new Best<string>();
  readonly commentsFeed = new Best<string>();
  readonly commentCount = new Best<number>();
  readonly rights = new Best<string>();
  readonly duration = new Best<number>();
  readonly language = new Best<string>();
  readonly authors: FeedPerson[] = [];
  /** Podcasts name their show here; used when no other author is named. */
  readonly fallbackAuthors: FeedPerson[] = [];
  readonly contributors: FeedPerson[] = [];
  readonly categories: FeedCategory[] = [];
  readonly enclosures: FeedEnclosure[] = [];
  readonly media: FeedMedia[] = [];
  readonly place = new GeoDraft();
  source: FeedSource | null = null;

  constructor(scope: DocumentScope) {
    this.scope = scope;
  }

  finish(): DocumentItem {
    const link = this.link.value;
    const content = this.#html(this.content.value, link);
    const summary = this.#html(this.summary.value, link) ?? content;
    return {
      id: this.id.value,
      title: this.title.value,
      link: link ?? this.originalLink.value,
      originalLink: this.originalLink.value,
      published: this.published.value,
      updated: this.updated.value,
      authors: this.authors.length > 0 ? this.authors : this.fallbackAuthors,
      contributors: this.contributors,
      summary,
      content,
      categories: this.categories,
      enclosures: this.enclosures,
      image: this.#image(content, summary),
      media: this.#mediaWithPicture(),
      comments: this.comments.value,
      commentsFeed: this.commentsFeed.value,
      commentCount: this.commentCount.value,
      language: this.language.value,
      source: this.source,
      geo: this.place.finish(),
      rights: this.rights.value,
      durationSeconds: this.duration.value,
    };
  }

  #html(element: XmlElement | null, link: string | null): string | null {
    return element === null
      ? null
      : readHtml(element, this.scope.baseOfText(element, link), this.scope.recoveries);
  }

  #image(content: string | null, summary: string | null): string | null {
    const named =
      this.#largestImage() ??
      this.picture.value ??
      this.enclosures.find(({ type }) => type?.startsWith('image/'))?.url;
    if (named) return named;
    const inText = firstImage(content ?? '') ?? firstImage(summary ?? '');
    return resolveUrl(inText, this.link.value);
  }

  #largestImage(): string | null {
    let largest: FeedMedia | null = null;
    for (const found of this.media) {
      if (found.kind === 'image' && (largest === null || (found.width ?? 0) > (largest.width ?? 0)))
        largest = found;
    }
    return largest?.url ?? null;
  }

  #mediaWithPicture(): readonly FeedMedia[] {
    if (this.picture.value !== null) addMedia(this.media, pictureAt(this.picture.value));
    return this.media;
  }
}
