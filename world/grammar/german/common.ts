import type { CommonGrammar } from '../grammar.ts';

export const GERMAN_COMMON: CommonGrammar = {
  angles: [
    '{subject}: Was wir wissen – und was nicht',
    '{subject}: [Fünf|Sechs] Fragen und Antworten',
    'Warum {city} nach diesem {day} eine andere Stadt ist',
    'Kommentar zu „{subject}“: Jetzt ist {leader.last} am Zug',
    'Chronik: {subject}, Stunde für Stunde',
  ],
  decorations: [
    'Eilmeldung: {headline}',
    '{headline} – Ticker',
    '{headline} (mit Video)',
    '{headline} – und {leader.last} schweigt',
    'Kurz gemeldet: {headline}',
  ],
  updateLeads: [
    'Stunden nach den ersten Meldungen werden weitere Einzelheiten bekannt. {official} trat am {day} erneut vor die Presse.',
  ],
  followUpLeads: [
    'Einen Tag danach sucht {city} nach Antworten.',
    'Am Morgen danach beginnt in {city} die Aufarbeitung.',
  ],
  quotes: [
    '„In {city} spricht man heute von nichts anderem“, sagte {witness} beim Bäcker.',
    '{expert} von der Universität {city} sprach von einem „Lehrstück“, aus dem man lernen müsse.',
  ],
  reactions: [
    'Aus dem Umfeld von {leader} hieß es, man sei früh unterrichtet worden und erwarte einen vollständigen Bericht.',
    'In den sozialen Netzwerken war das Thema am {day} das meistbesprochene in {country}.',
  ],
  grave: {
    decorations: ['{headline}: erste Bilder', 'Lage in {city}: {headline}'],
    updateLeads: ['Die Behörden haben ihre Angaben am {day} ergänzt und in einigen Punkten berichtigt.'],
    quotes: [
      '„So etwas habe ich in {city} noch nie erlebt“, sagte {witness}, deren Laden gleich um die Ecke liegt.',
      '„Wir beobachten die Lage genau und spekulieren nicht“, sagte {official} in {city}.',
    ],
    reactions: ['Das Rathaus von {city} richtete ein Bürgertelefon ein, das mehrere hundert Anrufe zählte.'],
  },
  closings: ['Wir berichten weiter.', 'Weitere Angaben werden im Laufe der Woche erwartet.'],
  signOff: '(Bericht: {byline}, {city}; Redaktion: {editor})',
  dateline: '{cityUpper} ({agency}) - ',
  correction: 'Berichtigung: In einer früheren Fassung stand die Zahl {wrong}; richtig ist {right}.',
  days: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  sections: {
    world: 'Welt',
    nation: 'Inland',
    politics: 'Politik',
    business: 'Wirtschaft',
    technology: 'Technik',
    science: 'Wissen',
    health: 'Gesundheit',
    sports: 'Sport',
    entertainment: 'Kultur',
    climate: 'Klima',
    education: 'Bildung',
    lifestyle: 'Leben',
  },
};
