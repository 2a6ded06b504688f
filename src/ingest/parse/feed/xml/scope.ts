import { LIMITS } from '../limits.ts';
import { vocabularyOfAddress, vocabularyOfPrefix } from './vocabularies.ts';

/** The namespaces in scope, and the keys of names in it, cached because names repeat. */
export class NamespaceScope {
  readonly #default: string;
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #keys = new Map<string, string>();
  readonly #inner = new Map<string, NamespaceScope>();

  constructor(defaultVocabulary: string, prefixes: ReadonlyMap<string, string> = new Map()) {
    this.#default = defaultVocabulary;
    this.#prefixes = prefixes;
  }

  /** The scope inside an element with these `xmlns` attributes: alternating names and values. */
  inside(declarations: readonly string[], onNew: () => void = () => undefined): NamespaceScope {
    // Some generators declare the same namespace on every element.
    const written = declarations.join(' ');
    const known = this.#inner.get(written);
    if (known !== undefined) return known;
    onNew();
    const scope = this.#create(declarations);
    if (this.#inner.size < MAX_NAMES) this.#inner.set(written, scope);
    return scope;
  }

  #create(declarations: readonly string[]): NamespaceScope {
    let defaultVocabulary = this.#default;
    const prefixes = new Map(this.#prefixes);
    for (let index = 0; index < declarations.length; index += 2) {
      const prefix = (declarations[index] ?? '').slice('xmlns:'.length);
      const vocabulary = vocabularyOfAddress(declarations[index + 1] ?? '');
      if (prefix === '') defaultVocabulary = vocabulary ?? FOREIGN;
      else if (prefixes.size < LIMITS.namespaces)
        prefixes.set(prefix, vocabulary ?? vocabularyOfPrefix(prefix) ?? FOREIGN);
    }
    return new NamespaceScope(defaultVocabulary, prefixes);
  }

  /** The root decides the vocabulary of names without a prefix, whatever default namespace it declares. */
  withDefault(vocabulary: string): NamespaceScope {
    return new NamespaceScope(vocabulary, this.#prefixes);
  }

  get defaultVocabulary(): string {
    return this.#default;
  }

  keyOf(name: string): string {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = this.#makeKey(name);
    if (this.#keys.size < MAX_NAMES) this.#keys.set(name, key);
    return key;
  }

  declares(prefix: string): boolean {
    return this.#prefixes.has(prefix);
  }

  #makeKey(name: string): string {
    const colon = name.indexOf(':');
    if (colon === -1) return `${this.#default}:${name.toLowerCase()}`;
    const prefix = name.slice(0, colon);
    const vocabulary = this.#prefixes.get(prefix) ?? vocabularyOfPrefix(prefix) ?? FOREIGN;
    return `${vocabulary}:${name.slice(colon + 1).toLowerCase()}`;
  }
}

const FOREIGN = 'foreign';
const MAX_NAMES = 1_000;
