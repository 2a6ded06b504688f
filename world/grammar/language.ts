import type { Language } from '../types.ts';

const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat('en-GB'),
  de: new Intl.NumberFormat('de-DE'),
  fr: new Intl.NumberFormat('fr-FR'),
  es: new Intl.NumberFormat('es-ES'),
  ru: new Intl.NumberFormat('ru-RU'),
};

export function formatNumber(value: number, language: Language): string {
  return NUMBERS[language].format(value);
}

/** What a copy editor would do last: articles that agree, elisions, one space, a capital at the start. */
export function polish(text: string, language: Language): string {
  let polished = text.replace(/ {2,}/g, ' ').replace(/ ([,.;:])(?= |$)/g, language === 'fr' ? '$&' : '$1');
  if (language === 'en')
    polished = polished.replace(/\b([Aa]) (?=(?!one|uni|eu|use|80|11)(?:[aeiou]|8|11 |18 ))/gi, '$1n ');
  if (language === 'fr') {
    polished = polished
      .replace(/\b([Dd]|[Qq]u)e (?=[aeiouyéèêâîôœAEIOUÉÈ])/g, '$1’')
      .replace(/\bde les /g, 'des ')
      .replace(/\bde le /g, 'du ')
      .replace(/\bà les /g, 'aux ')
      .replace(/\bà le /g, 'au ');
  }
  if (language === 'es') polished = polished.replace(/\bde el /g, 'del ').replace(/\ba el /g, 'al ');
  polished = polished.trim();
  return polished.charAt(0).toUpperCase() + polished.slice(1);
}

const CYRILLIC: readonly (readonly [string, string])[] = [
  ['shch', 'щ'],
  ['sch', 'ш'],
  ['sh', 'ш'],
  ['ch', 'ч'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ya', 'я'],
  ['yu', 'ю'],
  ['yo', 'ё'],
  ['ph', 'ф'],
  ['th', 'т'],
  ['ck', 'к'],
  ['qu', 'кв'],
  ['oo', 'у'],
  ['ee', 'и'],
  ['a', 'а'],
  ['b', 'б'],
  ['c', 'к'],
  ['d', 'д'],
  ['e', 'е'],
  ['f', 'ф'],
  ['g', 'г'],
  ['h', 'х'],
  ['i', 'и'],
  ['j', 'й'],
  ['k', 'к'],
  ['l', 'л'],
  ['m', 'м'],
  ['n', 'н'],
  ['o', 'о'],
  ['p', 'п'],
  ['q', 'к'],
  ['r', 'р'],
  ['s', 'с'],
  ['t', 'т'],
  ['u', 'у'],
  ['v', 'в'],
  ['w', 'в'],
  ['x', 'кс'],
  ['y', 'и'],
  ['z', 'з'],
];
const TO_CYRILLIC = new Map(CYRILLIC);
const LATIN = new RegExp(CYRILLIC.map(([latin]) => latin).join('|'), 'gi');

/** Names of the world in Cyrillic letters, by sound and by rule of thumb. */
export function toCyrillic(name: string): string {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return plain.replace(LATIN, letters => {
    const cyrillic = TO_CYRILLIC.get(letters.toLowerCase()) ?? letters;
    const isUpper = letters.charAt(0) !== letters.charAt(0).toLowerCase();
    return isUpper ? cyrillic.charAt(0).toUpperCase() + cyrillic.slice(1) : cyrillic;
  });
}
