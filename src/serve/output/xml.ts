import { xmlText } from '../../lib/xml-text.ts';

/** XML written as XML: every value is escaped, and characters that XML cannot hold are left out. */
export function xml(strings: TemplateStringsArray, ...values: readonly XmlValue[]): Xml {
  let text = strings[0] ?? '';
  values.forEach((value, index) => {
    text += render(value) + (strings[index + 1] ?? '');
  });
  return new Xml(text);
}

export class Xml {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

type XmlValue = Xml | string | null | false | readonly XmlValue[];

function render(value: XmlValue): string {
  if (value === null || value === false) return '';
  if (value instanceof Xml) return value.toString();
  if (typeof value === 'object') return value.map(render).join('');
  return xmlText(value).replace(/[&<>"']/g, character => ENTITIES[character] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
