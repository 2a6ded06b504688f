/**
 * The categories of common section names, which occur in URLs ("/wirtschaft/") and feed categories, in several
 * languages.
 */
export function sectionOf(name: string): string | undefined {
  const folded = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .trim();
  return SECTIONS.get(folded.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''));
}

/** The first folder of a URL that is a section name. */
export function sectionOfAddress(url: string): string | undefined {
  const path = /^https?:\/\/[^/?#]+(\/[^?#]*)/.exec(url.slice(0, 500))?.[1] ?? '';
  for (const folder of path.split('/').slice(1, -1)) {
    const section = sectionOf(folder);
    if (section !== undefined) return section;
  }
  return undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  world:
    'world world-news international international-news global-news foreign europe asia africa middle-east americas latin-america asia-pacific monde welt ausland mundo internacional mondo esteri swiat zagranica mezinarodni dunya v-mire mir buitenland utrikes verden asia-pacific us-canada world-us-canada world-asia world-europe world-africa world-middle-east world-latin-america world-australia world-asia-india world-asia-china',
  nation:
    'nation national uk-news us-news crime courts local local-news india-news australia-news england scotland wales northern-ireland us-crime crime-courts police faits-divers societe sucesos sucessos cronaca panorama inland inrikes binnenland proisshestviya obshchestvo kraj polska cities city-news greater-manchester-news wales-news scotland-news',
  politics:
    'politics political uk-politics politics-news elections election election-2020 us-politics congress white-house politique politik politica politika polityka politiikka siyaset politics-policy federal-politics',
  business:
    'business economy markets companies finance money investing stocks stock-market-news economics biznes wirtschaft finanzen economie economia negocios mercados ekonomi ekonomika finansy entreprises bourse oekonomie talous market real-estate industry business-news',
  technology:
    'technology tech gadgets technologie tecnologia teknoloji tekhnologii teknik computing mobiles software gaming games video-games high-tech digital netzwelt internet cybersecurity techandscience tech-news smartphones',
  science:
    'science science-environment space sciences wissenschaft wissen ciencia scienza nauka bilim vetenskap archaeology astronomy physics science-news sciencetech astro',
  health:
    'health healthcare wellness sante gesundheit salud saude salute zdrowie zdorove saglik coronavirus covid-19 health-news health-fitness medical medicine mental-health',
  sports:
    'sport sports football soccer cricket nfl nba mlb nhl tennis golf rugby rugby-union rugby-league boxing f1 formula-1 motorsport deportes esportes desporto esporte sporto futbol futebol fussball calcio spor pilka-nozna basketball baseball hockey ufc mma wwe athletics cycling college-football olympics afl nrl swimming premier-league football-news mercato fodbold fotboll',
  entertainment:
    'entertainment arts-entertainment entertainment-arts tvshowbiz showbiz showbiz-news celebrity celebrities celebrity-news movies movie film films tv television music bollywood culture arts books theatre kultur cultura kultura celebrites people entretenimiento espectaculos entretenimento spettacoli rozrywka kino muzyka magazin soaps tv-news reality-tv cinema musique royals royal tv-radio tvandshowbiz anime music-news',
  climate:
    'climate climate-change environment climate-environment environnement umwelt medio-ambiente medioambiente meio-ambiente ambiente klima weather meteo wetter climat clima planet planete ekologia wildlife animals energy-environment weather-news',
  education:
    'education schools school higher-education universities university students bildung educacion educacao scuola edukacja obrazovanie egitim etudiant education-news campus',
  lifestyle:
    'lifestyle life-style life food food-drink recipes travel fashion style beauty shopping home-garden homes-and-gardens parenting relationships pets lifestyle-news cuisine voyage leben reise reisen mode vida estilo gastronomia viajes stile moda cucina viaggi styl-zycia turystyka femail family cars motoring lifestyle-travel foodanddrink yasam zhizn',
};

const SECTIONS = new Map(
  Object.entries(NAMES).flatMap(([id, names]) => names.split(' ').map(name => [name, id] as const)),
);
