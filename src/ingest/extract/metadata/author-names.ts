import { decodeHTML } from 'entities';
import { findDate } from './calendar.ts';

/** Splits the authors of a page into names, without "by", roles, dates, addresses and handles. */
export function cleanAuthors(values: readonly string[]): string[] {
  const names: string[] = [];
  const known = new Set<string>();
  for (const value of values) {
    for (const part of split(value)) {
      const name = cleanName(part);
      const key = name.toLowerCase();
      if (!name || known.has(key) || !isName(name)) continue;
      known.add(key);
      names.push(name);
    }
  }
  return names.slice(0, MAX_AUTHORS);
}

const MAX_AUTHORS = 10;

function split(value: string): string[] {
  const text = decodeHTML(value)
    .replace(/<[^>]+>|https?:\S+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text
    .replace(/\s*(?:\||·|•|\u2022| - | – | — |\/\/).*$/u, '')
    .split(
      /\s*[;/]\s*|\s+(?:und|and|&|y|et|e|i|en|och|og|im gespräch mit|in conversation with|mit)\s+(?=\p{Lu})|,\s*(?:und |and )?(?=\p{Lu}[\p{L}.'’-]+\s+\p{Lu})/u,
    );
}

function cleanName(part: string): string {
  return part
    .replace(
      /^\W*(?:zeige |view |see |show )?(?:(?:alle|all|weitere|more|mehr|other) )?(?:beiträge|artikel|posts|articles|stories|texte)\s+(?:von|by|from)\s+/iu,
      '',
    )
    .replace(
      /^\W*(?:(?:ein )?(?:gast)?(?:beitrag|text|artikel|kommentar|interview|bericht|foto|fotos)s?\s+)?(?:(?:geschrieben|veröffentlicht|erstellt|gepostet|verfasst|posted|written|published|edited|reviewed|created) )?(?:von|vom|by|por|par|di|door|av|przez|autor(?:in|en)?|author|verfasser|text|redaktion|redakteur(?:in)?|reporter|words)\b\s*:?\s+/iu,
      '',
    )
    .replace(/\S+@\S+|https?:\S+|(?:^|\s)@\w+/g, ' ')
    .replace(/\((?:[^)]*)\)|\[[^\]]*\]/g, ' ')
    .replace(/\s+(?:am|on|in|um|at|für|for|from|aus|le|el|vor|seit)\s+.*\d.*$/iu, '')
    .replace(/,?\s*\d{1,2}[.:/]\s?\d{1,2}.*$|\s\d{4}-\d\d.*$/u, '')
    .replace(
      /,\s*(?:redaktion|dpa|afp|reuters|ap|apa|sid|epd|kna|special to|staff|senior|chief|editor|correspondent|contributor|contributing|reporter|freier|freie|chefredakteur|korrespondent|md|phd|ph\.d|dr\.|m\.d|ma\b|rd\b).*$/iu,
      '',
    )
    .replace(
      /\s+(?:contributor|staff writer|senior writer|editor|correspondent|follow|folgen|artikel|mehr|profil|alle beiträge|twitter|facebook)$/iu,
      '',
    )
    .replace(/^[\s\p{P}]+|[\s,;:|–—→»>-]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function isName(name: string): boolean {
  if (name.length < 2 || name.length > 70 || !/\p{L}/u.test(name)) return false;
  if (name.split(' ').length > 8 || findDate(name)) return false;
  return !NOT_A_NAME.test(name);
}

const NOT_A_NAME =
  /^(?:no author|(?:published|publiziert|veröffentlicht|posted|written|artikel|beitrag|text|foto|geschrieben|erstellt)(?: (?:by|von|am|on|in))?|https?|admin(?:istrator)?|webmaster|unknown|unbekannt|anonym(?:ous)?|null|undefined|none|n\/a|author|autor(?:in|en)?|by|von|redakteur|written|posted|gast|guest|user|über (?:den|die|mich|uns)|about.*|mehr.*|alle .*|all .*|view .*|see .*|zum .*|kommentare?.*|comments?|share|teilen|follow.*|folgen.*|home|startseite|default|twitter|facebook|instagram|e-?mail|kontakt|contact|keine? .*|(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b.*|www\..*|(?:senior |chief |staff |political |foreign |local )?(?:reporter|editor|writer|correspondent|columnist|contributor|redakteur(?:in)?|chefredakteur(?:in)?|korrespondent(?:in)?|redaktionsleiter(?:in)?|volontär(?:in)?)|super ?user|root|wordpress|typo3)$/iu;
