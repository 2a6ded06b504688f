import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldWord } from './fold.ts';

export const MODEL = join(import.meta.dirname, '../../../models/entities');

/** Loaded on first use, which takes about 0.1 s. */
let commonWords: ReadonlyMap<string, ReadonlySet<string>> | null = null;

/** Words of a language that are in lower case within a sentence, and German nouns; empty for unknown languages. */
export function commonWordsOf(language: string): ReadonlySet<string> {
  commonWords ??= readCommonWords();
  return commonWords.get(language) ?? NO_WORDS;
}

const NO_WORDS: ReadonlySet<string> = new Set();

function readCommonWords(): Map<string, Set<string>> {
  const byLanguage = new Map<string, Set<string>>();
  for (const line of readFileSync(join(MODEL, 'common-words.txt'), 'utf8').trim().split('\n')) {
    const [name = '', ...words] = line.split(' ');
    const language = name.slice(0, 2);
    byLanguage.set(language, new Set([...(byLanguage.get(language) ?? []), ...words]));
  }
  return byLanguage;
}

export const FIRST_NAMES = folded(readFileSync(join(MODEL, 'first-names.txt'), 'utf8'));

/** Titles before a person's name, which are not part of it. */
export const TITLES = folded(`
  mr mrs ms dr prof professor sir dame lord lady president vice-president vice premier minister prime chancellor senator
  sen rep representative congressman congresswoman governor gov mayor secretary judge justice general gen colonel
  col captain capt lieutenant lt sergeant sgt chief ceo chairman chairwoman director coach manager spokesman spokeswoman
  spokesperson ambassador commissioner attorney sheriff detective officer inspector superintendent rev reverend bishop
  archbishop cardinal rabbi imam sheikh emir actor actress singer author analyst economist leader speaker
  foreign finance defense defence interior health
  präsident präsidentin bundespräsident bundeskanzler bundeskanzlerin kanzler kanzlerin minister ministerin
  ministerpräsident ministerpräsidentin außenminister außenministerin innenminister innenministerin finanzminister
  verteidigungsminister gesundheitsminister wirtschaftsminister bürgermeister oberbürgermeister herr frau sprecher
  sprecherin chef chefin trainer vorsitzende vorsitzender senator senatorin us-präsident premierminister generalsekretär
  bundesfinanzminister bundesinnenminister bundesaußenministerin staatschef regierungschef parteichef fraktionschef
  président présidente ministre premier première maire monsieur madame m mme mlle général juge sénateur députée député
  presidente presidenta ministro ministra primer alcalde alcaldesa señor señora don doña juez jueza portavoz general
  senador senadora gobernador gobernadora rey reina consejero consejera
  onorevole sindaco premier
  президент премьер министр премьер-министр глава губернатор мэр депутат секретарь генерал канцлер директор сенатор
  prezydent premier minister marszałek burmistrz pan pani
  cumhurbaşkanı başkan bakan bakanı başbakan vali`);

/** Last words of organisations. */
export const ORGANISATION_HEADS = folded(`
  inc corp corporation ltd llc plc co company group holdings holding partners bank university college school institute
  foundation association federation union council committee commission agency ministry department office bureau court
  party congress parliament senate assembly army navy force forces police guard club fc united city rovers athletic
  league hospital clinic museum church society alliance coalition movement network news times post herald journal
  tribune telegraph gazette airlines airways motors electric industries systems technologies pharmaceuticals energy
  fund trust exchange authority administration service services board center centre laboratory laboratories observatory
  brigade foods press radio television studios records insurance capital ventures entertainment
  ag gmbh se kg ev partei universität bank gruppe verband gewerkschaft ministerium bundesamt landtag stiftung institut
  université ministère parti banque syndicat fédération conseil
  universidad ministerio partido banco gobierno tribunal ayuntamiento sindicato fundación instituto policía consejo
  università ministero partito banca
  университет министерство партия банк компания завод институт суд комитет служба`);

/** First words of organisations that continue with "of". */
export const ORGANISATION_BEGINNINGS = folded(`
  bank university ministry department institute house court college school council office bureau board society church
  association federation league union academy museum chamber agency fc ac sc rb ig vfl vfb agencia agence agenzia
  universidad ministerio universidade ministério université ministère banque banco tribunal consejo junta corte
  università ministero banca cour assemblée institut instituto universität министерство университет`);

export const PLACE_HEADS = folded(`
  river lake sea ocean bay island islands mountain mountains valley desert county province state district region airport
  street avenue road square bridge park beach coast peninsula canal strait forest hills hill cape port village town
  city mount mont monte lago isla north harbor harbour heights creek falls station stadium prison border
  fluss see straße platz insel flughafen rivière île aéroport río isla aeropuerto playa
  область край район остров озеро`);

/** Prepositions before a place. */
export const PLACE_PREPOSITIONS: ReadonlySet<string> = new Set(
  'in near at off between from around outside across inside toward towards into nach aus à en au dans près depuis en desde hacia w we z в во из под nel nella em na no'.split(
    ' ',
  ),
);

/** Verbs after a person's name. */
export const SPEECH_VERBS: ReadonlySet<string> = new Set(
  'said says told added wrote tweeted warned insisted argued sagte sagt erklärte a dit dijo afirmó aseguró explicó declaró disse сказал сказала заявил заявила сообщил сообщила отметил powiedział powiedziała dedi'.split(
    ' ',
  ),
);

/** Lower-case words within a name. */
export const NAME_PARTICLES: ReadonlySet<string> = new Set(
  'of de da do dos das di del della des du la le el von van der den zu zur für bin bint ben al the and et y e und i for'.split(
    ' ',
  ),
);

/** Capitalised words that are not entities: days, months, nationalities, religions. */
export const NEVER_NAMES = folded(`
  i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december christmas easter ramadan god internet mr mrs ms sir
  mon tue wed thu fri sat sun jan feb mar apr jun jul aug sept sep oct nov dec gmt est bst utc am pm tv dvd pc ceo cfo
  covid covid-19 coronavirus ok vs
  american americans british briton britons english french german germans russian russians chinese japanese korean
  koreans indian indians pakistani pakistanis iranian iranians iraqi iraqis israeli israelis palestinian palestinians
  syrian syrians turkish turk turks ukrainian ukrainians polish pole poles italian italians spanish spaniard spaniards
  portuguese dutch belgian belgians swiss austrian austrians swedish swede swedes norwegian norwegians danish dane danes
  finnish finn finns greek greeks irish scottish scots welsh canadian canadians mexican mexicans brazilian brazilians
  argentine argentinian colombian venezuelan venezuelans chilean cuban cubans african africans asian asians european
  europeans arab arabs egyptian egyptians libyan libyans saudi saudis yemeni lebanese jordanian afghan afghans
  australian australians vietnamese thai indonesian filipino malaysian singaporean taiwanese nigerian nigerians kenyan
  ethiopian hungarian hungarians czech romanian romanians bulgarian serbian serbs croatian albanian kurdish kurds
  latin latino latinos hispanic jewish jews jew muslim muslims islam islamic christian christians catholic catholics
  protestant buddhist hindu hindus sunni shiite shia nazi nazis marxist communist
  californian texan western eastern northern southern north south east west
  montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember
  uhr euro prozent millionen milliarden
  enero febrero lundi mardi dollar dollars`);

function folded(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map(foldWord));
}
