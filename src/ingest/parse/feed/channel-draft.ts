import type { FeedCategory, FeedPerson, UpdatePeriod } from '../../../model/feed-document.ts';
import { Best } from './best.ts';
import type { DocumentScope, FeedWithoutItems } from './scope.ts';
import { readHtml } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** The state of a feed while its elements are parsed. */
export class ChannelDraft {
  readonly scope: DocumentScope;
  readonly title = new Best<string>();
  readonly link = new Best<string>();
  readonly self = new Best<string>();
  readonly next = new Best<string>();
  readonly description = new Best<XmlElement>();
  readonly language = new Best<string>();
  readonly published = new Best<number>();
  readonly updated = new Best<number>();
  readonly image = new Best<string>();
  readonly icon = new Best<string>();
  readonly rights = new Best<string>();
  readonly generator = new Best<string>();
  readonly ttlMinutes = new Best<number>();
  readonly updatePeriod = new Best<UpdatePeriod>();
  readonly updateFrequency = new Best<number>();
  readonly hubs: string[] = [];
  readonly authors: FeedPerson[] = [];
  readonly fallbackAuthors: FeedPerson[] = [];
  readonly categories: FeedCategory[] = [];
  readonly skipHours: number[] = [];
  readonly skipDays: number[] = [];

  constructor(scope: DocumentScope) {
    this.scope = scope;
  }

  finish(): FeedWithoutItems {
    const description = this.description.value;
    const base = description === null ? null : this.scope.baseOfText(description, this.link.value);
    return {
      title: this.title.value,
      link: this.link.value,
      self: this.self.value,
      hubs: this.hubs,
      next: this.next.value,
      description: description === null ? null : readHtml(description, base, this.scope.recoveries),
      language: this.language.value,
      published: this.published.value,
      updated: this.updated.value,
      image: this.image.value ?? this.icon.value,
      icon: this.icon.value,
      authors: this.authors.length > 0 ? this.authors : this.fallbackAuthors,
      categories: this.categories,
      rights: this.rights.value,
      generator: this.generator.value,
      ttlMinutes: this.ttlMinutes.value,
      updatePeriod: this.updatePeriod.value,
      updateFrequency: this.updateFrequency.value,
      skipHours: this.skipHours,
      skipDays: this.skipDays,
      sitemaps: [],
    };
  }
}
