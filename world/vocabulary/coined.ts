import type { Draw } from '../draw.ts';
import type { Language } from '../types.ts';

/**
 * An invented name: thousands per language, like family names, villages and societies, so that two events rarely share
 * one by chance.
 */
export function coinName(draw: Draw, language: Language): string {
  const { begins, joins, ends } = SYLLABLES[language];
  return draw.pick(begins) + draw.pick(joins) + draw.pick(ends);
}

/** The first part of a product or band name. */
export function coinStem(draw: Draw): string {
  const { begins, joins } = SYLLABLES.en;
  return draw.pick(begins) + draw.pick(joins);
}

const SYLLABLES: Readonly<Record<Language, Syllables>> = {
  en: {
    begins:
      words(`Ash Bram Cold Dray Elder Farn Gors Hax Inker Jarr Kels Lang Mott Neth Ottl Pem Quarl Rand Skel Thrup
      Ulv Wex Yart Zeal Birch Crak Dulv Fenn Grend Harth Ivel Lud Marsk Ox Pitt Rush Stav Tarn With Brock`),
    joins: words('en ing er a ow il'),
    ends: words('ford wick ley by more stead croft gate ham don field worth combe holt mere thorpe'),
  },
  de: {
    begins: words(
      'Ahl Birk Dorn Eich Falk Gran Hass Ilm Kirr Laut Marn Nied Ober Pfal Rott Sieg Talm Ulm Werr Zell',
    ),
    joins: words('en er el in um a'),
    ends: words('hausen dorf beck tal stein berg rode feld au bruch kamp born hagen leben'),
  },
  fr: {
    begins: words(
      'Aub Bell Cham Dour Esc Font Gran Haut Jouv Lam Mont Nant Orl Perr Quin Roch Sav Tour Val Vern',
    ),
    joins: words('e i ou a é oi'),
    ends: words('ville court mont lieu gny rac zac val bourg nière rolles vaux celle toux'),
  },
  es: {
    begins: words('Alb Barr Cald Dur Esp Fuent Gall Herr Izn Lar Mir Nav Oj Per Quint Rib Sal Torr Vald Zal'),
    joins: words('a e i o u ue'),
    ends: words('lejo mora quilla dueña rral billa zuela gosa nares tilla cedo drada cano linas'),
  },
  ru: {
    begins: words('Bel Vor Gor Dub Zel Kam Les Mor Nov Ozer Pol Rech Sos Tikh Uld Cher Yas Borov Krem Svet'),
    joins: words('o e i a u'),
    ends: words('grad gorsk pol dol mysk bor kin tin slav nik vets rov zhan mets'),
  },
};

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

interface Syllables {
  readonly begins: readonly string[];
  readonly joins: readonly string[];
  readonly ends: readonly string[];
}
