import type { Entity, EntityText } from './entity.ts';
import { EntityCollector } from './entity-collector.ts';
import { CASELESS_SCRIPT, type Gazetteer, gazetteerFor } from './gazetteer.ts';
import { commonWordsOf } from './lexicon.ts';
import { type Mention, readMentions } from './mentions.ts';

/** Names that matter are named early; a text without end must not cost without end. */
const MAX_LENGTH = 4_000;

/** German and its neighbour write every noun large. */
const CAPITALISES_NOUNS: ReadonlySet<string> = new Set(['de', 'lb']);

/**
 * TOPIC-3: who and what an article is about, most mentioned first. Names are read from capitals and their
 * surroundings and from a list of those that everybody knows; where a script has no capitals, from the list alone.
 */
export function findEntities({ title, summary, bodyText, language }: EntityText): Entity[] {
  const body = bodyText.slice(0, MAX_LENGTH);
  // A feed's summary is often the beginning of the text; its names would count twice.
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

/** In scripts without capitals a name is what stands in the list; the longest that begins at a place is meant. */
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
