/**
 * Names of months in the languages of the European and American press, as they are written in dates: whole or
 * cut after at least three letters. Accents are taken off before the lookup.
 */
const NAMES: readonly (readonly string[])[] = [
  [
    'january',
    'januar',
    'janner',
    'janvier',
    'enero',
    'gennaio',
    'janeiro',
    'januari',
    'stycznia',
    'styczen',
    'ledna',
    'января',
    'января',
    'ocak',
    'tammikuuta',
    'januára',
    'ianuarie',
  ],
  [
    'february',
    'februar',
    'feber',
    'fevrier',
    'febrero',
    'febbraio',
    'fevereiro',
    'februari',
    'lutego',
    'luty',
    'unora',
    'февраля',
    'subat',
    'helmikuuta',
    'februarie',
  ],
  [
    'march',
    'marz',
    'maerz',
    'mars',
    'marzo',
    'marco',
    'maart',
    'marca',
    'marzec',
    'brezna',
    'марта',
    'mart',
    'maaliskuuta',
    'martie',
    'marts',
    'mrz',
  ],
  [
    'april',
    'avril',
    'abril',
    'aprile',
    'kwietnia',
    'kwiecien',
    'dubna',
    'апреля',
    'nisan',
    'huhtikuuta',
    'aprilie',
  ],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei', 'maja', 'maj', 'kvetna', 'мая', 'mayis', 'toukokuuta'],
  [
    'june',
    'juni',
    'juin',
    'junio',
    'giugno',
    'junho',
    'czerwca',
    'czerwiec',
    'cervna',
    'июня',
    'haziran',
    'kesakuuta',
    'iunie',
  ],
  [
    'july',
    'juli',
    'juillet',
    'julio',
    'luglio',
    'julho',
    'lipca',
    'lipiec',
    'cervence',
    'июля',
    'temmuz',
    'heinakuuta',
    'iulie',
  ],
  [
    'august',
    'aout',
    'agosto',
    'augustus',
    'augusti',
    'sierpnia',
    'sierpien',
    'srpna',
    'августа',
    'agustos',
    'elokuuta',
  ],
  [
    'september',
    'septembre',
    'septiembre',
    'setiembre',
    'settembre',
    'setembro',
    'wrzesnia',
    'wrzesien',
    'zari',
    'сентября',
    'eylul',
    'syyskuuta',
    'septembrie',
  ],
  [
    'october',
    'oktober',
    'octobre',
    'octubre',
    'ottobre',
    'outubro',
    'pazdziernika',
    'pazdziernik',
    'rijna',
    'октября',
    'ekim',
    'lokakuuta',
    'octombrie',
  ],
  [
    'november',
    'novembre',
    'noviembre',
    'novembro',
    'listopada',
    'listopad',
    'ноября',
    'kasim',
    'marraskuuta',
    'noiembrie',
  ],
  [
    'december',
    'dezember',
    'decembre',
    'diciembre',
    'dicembre',
    'dezembro',
    'grudnia',
    'grudzien',
    'prosince',
    'декабря',
    'aralik',
    'joulukuuta',
    'decembrie',
  ],
];

/** 1 to 12, or 0 for a word that is no month. */
export function monthOf(word: string): number {
  const plain = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\.$/, '');
  return MONTHS.get(plain) ?? 0;
}

const MONTHS: ReadonlyMap<string, number> = collect();

function collect(): Map<string, number> {
  const months = new Map<string, number>();
  NAMES.forEach((names, index) => {
    for (const name of names) {
      for (let length = 3; length <= Math.min(4, name.length); length++) {
        const short = name.slice(0, length);
        if (!months.has(short)) months.set(short, index + 1);
      }
    }
  });
  // Whole names win over the beginnings of others.
  NAMES.forEach((names, index) => {
    for (const name of names) months.set(name.normalize('NFD').replace(/\p{M}/gu, ''), index + 1);
  });
  return months;
}
