import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityKind } from './entity-kind.ts';
import { foldWord, slugOf } from './fold.ts';
import { MODEL } from './lexicon.ts';
import { scan } from './scan.ts';

/**
 * Known names by their folded words. Country names in the article's language come from the platform, so countries
 * are found in languages without any other data.
 */
export function gazetteerFor(language: string): Gazetteer {
  let found = byLanguage.get(language);
  if (!found) {
    found = new Gazetteer(language);
    // Bounds the cache: the declared language of an article may be any text.
    if (byLanguage.size > 100) byLanguage.clear();
    byLanguage.set(language, found);
  }
  return found;
}

const byLanguage = new Map<string, Gazetteer>();

export class Gazetteer {
  readonly #byFirstWord = new Map<string, KnownForm[]>();
  readonly #byFirstCharacter = new Map<string, KnownForm[]>();

  constructor(language: string) {
    for (const name of knownNames()) for (const form of name.forms) this.#add(form, name);
    for (const country of countries()) {
      for (const form of [country.name, countryNameIn(language, country.code)]) this.#add(form, country);
    }
    for (const forms of this.#byFirstWord.values()) forms.sort((a, b) => b.words.length - a.words.length);
    for (const forms of this.#byFirstCharacter.values()) forms.sort((a, b) => b.text.length - a.text.length);
  }

  /** Longest first. */
  startingWith(foldedWord: string): readonly KnownForm[] {
    return this.#byFirstWord.get(foldedWord) ?? [];
  }

  /** For scripts without spaces between words; longest first. */
  startingAt(text: string, at: number): KnownForm | undefined {
    return this.#byFirstCharacter.get(text.charAt(at))?.find(form => text.startsWith(form.text, at));
  }

  #add(text: string, name: KnownName): void {
    if (text === '') return;
    const words = scan(text).map(word => foldWord(text.slice(word.start, word.end)));
    const [first] = words;
    if (first === undefined) return;
    const form: KnownForm = { text, words, name, isUpper: text.length <= 6 && text === text.toUpperCase() };
    push(this.#byFirstWord, first, form);
    if (CASELESS_SCRIPT.test(text) && text.length > 1) push(this.#byFirstCharacter, text.charAt(0), form);
  }
}

/** Scripts without capitals. */
export const CASELESS_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Georgian}\p{Script=Ethiopic}]/u;

let names: readonly KnownName[] | null = null;

function knownNames(): readonly KnownName[] {
  names ??= readFileSync(join(MODEL, 'gazetteer.txt'), 'utf8').split('\n').filter(isEntry).map(readEntry);
  return names;
}

function isEntry(line: string): boolean {
  return line !== '' && !line.startsWith('#');
}

function readEntry(line: string): KnownName {
  const [letter = '', code = '', ...rest] = line.split(' ');
  const forms = rest.join(' ').split('; ');
  const [name = ''] = forms;
  return { key: slugOf(name), name, kind: KINDS[letter] ?? 'other', code, isCountry: letter === 'c', forms };
}

const KINDS: Readonly<Record<string, EntityKind>> = {
  c: 'place',
  p: 'place',
  o: 'organisation',
  h: 'person',
};

let allCountries: readonly KnownName[] | null = null;

/** All regions that have a name; those in the file have further names and keep their key. */
function countries(): readonly KnownName[] {
  if (allCountries) return allCountries;
  const listed = new Map(knownNames().flatMap(name => (name.isCountry ? [[name.code, name] as const] : [])));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap(first => letters.map(second => first + second)).filter(isCountryCode);
  allCountries = codes.map(code => {
    const name = countryNameIn('en', code);
    return (
      listed.get(code) ?? { key: slugOf(name), name, kind: 'place', code, isCountry: true, forms: [name] }
    );
  });
  return allCountries;
}

/** Excludes groupings, reserved codes and former states, for which the platform has names too. */
function isCountryCode(code: string): boolean {
  return (
    countryNameIn('en', code) !== '' &&
    !/^(EU|EZ|UN|QO|ZZ|X[A-JL-Z]|Q[M-Z]|CP|DG|TA|AC|IC|EA|UM|BV|HM|SU|YU|DD|FX|CS|AN|BU|ZR|TP|NT|YD|VD|RH|DY|HV|NH|UK)$/.test(
      code,
    )
  );
}

export function countryNameIn(language: string, code: string): string {
  try {
    let display = displays.get(language);
    if (!display) {
      display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
      displays.set(language, display);
    }
    return display.of(code) ?? '';
  } catch (error) {
    // The declared language may not be a valid tag.
    if (error instanceof RangeError) return '';
    throw error;
  }
}

const displays = new Map<string, Intl.DisplayNames>();

function push(map: Map<string, KnownForm[]>, key: string, form: KnownForm): void {
  const forms = map.get(key);
  if (forms) forms.push(form);
  else map.set(key, [form]);
}

export interface KnownName {
  readonly key: string;
  readonly name: string;
  readonly kind: EntityKind;
  /** The country that it belongs to. */
  readonly code: string;
  readonly isCountry: boolean;
  readonly forms: readonly string[];
}

export interface KnownForm {
  readonly text: string;
  readonly words: readonly string[];
  readonly name: KnownName;
  /** Initials must be in capitals: "US" is not "us". */
  readonly isUpper: boolean;
}
