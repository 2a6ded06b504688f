export const TROUBLE_DE = {
  'refusal.look': 'Etwas braucht einen zweiten Blick.',
  'refusal.weakPassword': 'Dieses Passwort ist zu leicht zu erraten.',
  'problem.kicker': 'Fehler {status}',
  'problem.code': 'Dieser Fehler heißt {code}.',
  'problem.toFront': 'Zur Titelseite',
  'problem.ours': 'Das liegt nicht an Ihnen. Versuchen Sie es gleich noch einmal; nichts wurde halb getan.',
  'problem.yours': 'Gehen Sie zurück, sehen Sie nach, was verlangt war, und versuchen Sie es noch einmal.',
  'problem.notFound': 'Vielleicht ist die Adresse vertippt, oder was sie nannte, ist nicht mehr da.',
  'problem.linkUsed':
    'Ein solcher Link gilt einmal und einen Tag lang. Haben Sie ihn benutzt, können Sie sich anmelden; sonst bitten Sie den Betreiber um einen neuen.',
  'problem.tooMany': 'Das hält Ratende fern und die Seite am Laufen. Ihr Konto ist, wie es war.',
  'problem.forbidden': 'Nichts wurde geändert. Vielleicht können Sie sich anders anmelden.',
  'problem.notSignedIn': 'Melden Sie sich an und versuchen Sie es noch einmal.',
  'problem.nothingChanged': 'Nichts wurde geändert.',
  'problem.freshSignIn':
    'Sie haben sich vor längerer Zeit angemeldet. Weisen Sie sich aus und tun Sie es noch einmal.',
  'problem.prove': 'Ausweisen',
  'problem.provider': 'Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  'problem.closed': 'Die Konten legt der Betreiber an. Haben Sie schon eines, melden Sie sich an.',
  'problem.crossSite':
    'Formulare müssen von den Seiten dieser Site gesendet werden. Öffnen Sie die Seite hier und senden Sie noch einmal.',
  'problem.againSeconds': {
    one: 'Versuchen Sie es in einer Sekunde wieder.',
    other: 'Versuchen Sie es in {count} Sekunden wieder.',
  },
  'problem.againMinutes': {
    one: 'Versuchen Sie es in einer Minute wieder.',
    other: 'Versuchen Sie es in {count} Minuten wieder.',
  },
};

/** What errors are called, by code; those that only programs meet keep their English name. */
export const PROBLEMS_DE: Readonly<Record<string, string>> = {
  'not-found': 'Hier ist nichts',
  'article-not-found': 'Diesen Artikel gibt es nicht',
  'story-not-found': 'Diese Geschichte gibt es nicht',
  'topic-not-found': 'Dieses Thema gibt es nicht',
  'synonyms-not-found': 'Es gibt keine Synonyme mit dieser Kennung',
  'saved-search-not-found': 'Diese gespeicherte Suche gibt es nicht',
  'entity-not-found': 'Diesen Namen gibt es nicht',
  'source-not-found': 'Diese Quelle gibt es nicht',
  'link-used': 'Dieser Link wurde benutzt oder ist abgelaufen',
  'too-many-requests': 'Zu viele Versuche',
  forbidden: 'Das dürfen Sie nicht',
  'not-signed-in': 'Sie sind nicht angemeldet',
  'invalid-credentials': 'Die Anmeldung stimmt nicht',
  'fresh-sign-in-required': 'Das braucht eine frische Anmeldung',
  'identity-provider-failed': 'Der Anmeldedienst hat nicht geantwortet',
  'sign-up-closed': 'Konten legt hier der Betreiber an',
  'cross-site-request': 'Diese Anfrage kam von einer anderen Seite',
  'database-away': 'Die Datenbank ist gerade nicht da',
  internal: 'Etwas ist schiefgegangen',
};
