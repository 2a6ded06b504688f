import type { Entity, EntityText } from './entity.ts';
import { EntityCollector } from './entity-collector.ts';
import { CASELESS_SCRIPT, type Gazetteer, gazetteerFor } from './gazetteer.ts';
import { commonWordsOf } from './lexicon.ts';
import { type Mention, readMentions } from './mentions.ts';

/** Important names come early, and the cost of long texts must be bounded. */
const MAX_LENGTH = 4_000;

/** Languages that capitalise every noun. */
const CAPITALISES_NOUNS: ReadonlySet<string> = new Set(['de', 'lb']);

/**
 * TOPIC-3: finds the entities that an article mentions, most mentioned first. Names are found by capitals and their
 * context and by the gazetteer; in scripts without capitals, by the gazetteer alone.
 */
export function findEntities({ title, summary, bodyText, language }: EntityText): Entity[] {
  const body = bodyText.slice(0, MAX_LENGTH);
  // A summary is often the beginning of the text; its names would count twice.
  const lead = body.startsWith(summary.slice(0, 60)) && body !== '' ? '' : summary.slice(0, MAX_LENGTH);
  const commonWords = commonWordsOf(language);
  const context = {
    commonWords,
    gazetteer: gazetteerFor(language),
    capitalisesNouns: CAPITALISES_NOUNS.has(language),
  };
  const gathering = new EntityCollector(language, commonWords.size > 0, lead === '' && body === '');
  for (const [text, isTitle] of [
    [lead, false],
    [body, false],
    [title.slice(0, MAX_LENGTH), true],
  ] as const) {
    if (text === '') continue;
    const mentions = CASELESS_SCRIPT.test(text.slice(0, 200))
      ? readListed(text, context.gazetteer)
      : readMentions(text, { ...context, isHeadline: isTitle });
    for (const mention of mentions) gathering.add(mention, isTitle);
  }
  return gathering.entities();
}

/** In scripts without capitals the longest known name at a position counts. */
function readListed(text: string, gazetteer: Gazetteer): Mention[] {
  const found: Mention[] = [];
  for (let at = 0; at < text.length; at++) {
    const form = gazetteer.startingAt(text, at);
    if (!form) continue;
    found.push({ text: form.text, words: form.words, known: form.name, kind: form.name.kind, isWeak: false });
    at += form.text.length - 1;
  }
  return found;
}
