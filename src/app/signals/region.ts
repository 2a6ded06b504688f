/**
 * The region of the language that somebody prefers, by `Accept-Language`: `de-AT,de;q=0.8,en-US;q=0.5` is `at`. A
 * preferred language without a region may have one further on (`de,de-CH;q=0.9`); other languages say nothing about
 * where somebody is.
 */
export function regionIn(acceptLanguage: string): string {
  const wanted = acceptLanguage
    .split(',')
    .map(readWish)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ tag }) => localeOf(tag) ?? []);
  const preferred = wanted.filter(({ language }) => language === wanted[0]?.language);
  return preferred.find(({ region = '' }) => COUNTRY.test(region))?.region?.toLowerCase() ?? '';
}

function readWish(part: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = part.split(';').map(text => text.trim());
  const quality = parameters.find(parameter => parameter.startsWith('q='));
  return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return tag === '' || tag === '*' ? null : new Intl.Locale(tag);
  } catch (error) {
    // Whatever a browser sends that is no language.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Three digits are a part of the world (`es-419`), and no country. */
const COUNTRY = /^[A-Z]{2}$/;
