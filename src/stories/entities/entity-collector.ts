import type { Entity } from './entity.ts';
import type { EntityKind } from './entity-kind.ts';
import { slugOf } from './fold.ts';
import { countryNameIn, type KnownName } from './gazetteer.ts';
import type { Mention } from './mentions.ts';

/**
 * Groups the mentions of one article: equal names, surnames with full names, initials with the names that
 * they abbreviate.
 */
export class EntityCollector {
  readonly #language: string;
  readonly #knowsWords: boolean;
  /** The text is only a headline, so a single mention is enough. */
  readonly #isBrief: boolean;
  readonly #groups = new Map<string, MentionGroup>();

  constructor(language: string, knowsWords: boolean, isBrief: boolean) {
    this.#language = language;
    this.#knowsWords = knowsWords;
    this.#isBrief = isBrief;
  }

  add({ text, words, known, kind, isWeak }: Mention, isTitle: boolean): void {
    const key = known ? `known ${known.key}` : words.join(' ');
    let group = this.#groups.get(key);
    if (!group) {
      group = { words, known, mentions: 0, strong: 0, inTitle: false, kinds: new Map(), forms: new Map() };
      this.#groups.set(key, group);
    }
    group.mentions++;
    if (!isWeak) group.strong++;
    group.inTitle ||= isTitle;
    count(group.kinds, kind);
    count(group.forms, text);
  }

  entities(): Entity[] {
    this.#joinShortForms();
    const byKey = new Map<string, Entity>();
    for (const group of this.#groups.values()) {
      if (!this.#isCertain(group)) continue;
      const entity = this.#describe(group);
      const same = byKey.get(entity.key);
      byKey.set(entity.key, same ? merged(same, entity) : entity);
    }
    return [...byKey.values()].sort(byWeight);
  }

  /** "Okafor" after "Grace Okafor", "Zorbico" after "Zorbico Holdings", "NRA" after "National Rifle Association". */
  #joinShortForms(): void {
    const byShortForm = new Map<string, MentionGroup[]>();
    for (const group of this.#groups.values()) {
      if (group.words.length === 1 || group.known?.isCountry) continue;
      for (const form of shortFormsOf(group))
        byShortForm.set(form, [...(byShortForm.get(form) ?? []), group]);
    }
    if (byShortForm.size === 0) return;
    for (const [key, short] of this.#groups) {
      if (short.words.length !== 1 || short.known) continue;
      const full = byShortForm.get(short.words[0] ?? '') ?? [];
      const [only] = full;
      if (!only || full.length > 1) continue;
      absorb(only, short);
      this.#groups.delete(key);
    }
  }

  #isCertain({ words, known, strong, mentions, inTitle }: MentionGroup): boolean {
    if (strong > 0) return true;
    if (known) return mentions > 1 || this.#isBrief;
    if (!this.#knowsWords) return words.length > 1 && mentions > 1;
    return words.length > 1 || mentions > 1 || (this.#isBrief && inTitle);
  }

  #describe({ known, mentions, inTitle, kinds, forms }: MentionGroup): Entity {
    if (!known) {
      const name = frequentForm(forms);
      return { key: slugOf(name), name, kind: kindBy(kinds), mentions, inTitle };
    }
    const local = known.isCountry && this.#language !== 'en' ? countryNameIn(this.#language, known.code) : '';
    const { key, kind, code } = known;
    const entity = { key, name: local || known.name, kind, mentions, inTitle };
    return /^[A-Z]{2}$/.test(code) ? { ...entity, country: code } : entity;
  }
}

/** Two groups whose words differ but whose keys are equal. */
function merged(a: Entity, b: Entity): Entity {
  return { ...a, mentions: a.mentions + b.mentions, inTitle: a.inTitle || b.inTitle };
}

function byWeight(a: Entity, b: Entity): number {
  return b.mentions - a.mentions || Number(b.inTitle) - Number(a.inTitle) || (a.key < b.key ? -1 : 1);
}

function shortFormsOf({ words, kinds, known }: MentionGroup): Set<string> {
  const kind = known?.kind ?? kindBy(kinds);
  const forms = new Set<string>();
  if (kind === 'person' || kind === 'other') forms.add(words.at(-1) ?? '');
  if (kind === 'organisation') forms.add(words[0] ?? '');
  let initials = '';
  for (const word of words) if (!SKIPPED_IN_INITIALS.has(word)) initials += word.charAt(0);
  return initials.length > 2 ? forms.add(initials) : forms;
}

const SKIPPED_IN_INITIALS: ReadonlySet<string> = new Set([
  'of',
  'the',
  'de',
  'la',
  'and',
  'for',
  'der',
  'und',
  'du',
  'des',
  'y',
]);

function absorb(group: MentionGroup, short: MentionGroup): void {
  group.mentions += short.mentions;
  group.strong += short.strong;
  group.inTitle ||= short.inTitle;
}

/** The most frequent kind other than `other`, if there is one. */
function kindBy(kinds: ReadonlyMap<EntityKind, number>): EntityKind {
  let best: EntityKind = 'other';
  let max = 0;
  for (const [kind, seen] of kinds) {
    if (kind === 'other' || seen <= max) continue;
    best = kind;
    max = seen;
  }
  return best;
}

/** The most frequent form; ties go to the shortest, which in inflected languages is the base form. */
function frequentForm(counts: ReadonlyMap<string, number>): string {
  const [first] = [...counts].sort(
    (a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1),
  );
  if (!first) throw new RangeError('a group needs at least one mention');
  return first[0];
}

function count<T>(counts: Map<T, number>, key: T): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

interface MentionGroup {
  readonly words: readonly string[];
  readonly known: KnownName | null;
  mentions: number;
  /** Mentions whose capital is evidence of a name. */
  strong: number;
  inTitle: boolean;
  readonly kinds: Map<EntityKind, number>;
  readonly forms: Map<string, number>;
}
