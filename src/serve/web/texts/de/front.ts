export const FRONT_DE = {
  'front.title': 'Startseite',
  'front.description': '{name}: Nachrichten aus vielen Quellen, nach Ereignissen gebündelt.',
  'front.breaking': 'Eilmeldungen',
  'front.wideCoverage': 'Top-Meldungen',
  'empty.kicker': 'Erste Schritte',
  'empty.title': 'Noch keine Meldungen',
  'empty.waiting':
    '{name} wartet auf die ersten Artikel der Quellen. In etwa einer Minute erscheinen hier Meldungen.',
  'empty.operator': '{name} läuft, hat aber noch keine Quellen. {link}, um hier Meldungen zu sehen.',
  'empty.addSome': 'Quellen hinzufügen',
  'empty.reader':
    '{name} läuft, hat aber noch keine Quellen. Sobald der Betreiber welche hinzufügt, erscheinen hier Meldungen.',
  'empty.yourAccount': 'Ihr Konto',
  'empty.signedIn':
    'Sie sind angemeldet. Name, Passkeys, Sitzungen und API-Tokens verwalten Sie in Ihrem Konto.',
  'empty.toAccount': 'Zu Ihrem Konto',
  'empty.readers': 'Für Leser',
  'empty.signInWith': 'Melden Sie sich mit Passwort oder Passkey an.',
  'empty.signInWithToo': 'Melden Sie sich mit Passwort, Passkey oder {other} an.',
  'empty.accountWaits':
    'Legen Sie schon jetzt ein Konto an, dann ist alles bereit, wenn die ersten Meldungen eintreffen.',
  'empty.accountByOperator': 'Konten legt der Betreiber dieser Website an.',
  'empty.createAccount': 'Konto anlegen',
  'empty.data': 'Ihre Daten gehören Ihnen',
  'empty.dataText':
    'Kein Tracking: Cookies gibt es nur für die Anmeldung und Ihre Einstellungen. Sie können alle Ihre Daten jederzeit herunterladen oder löschen.',
  'empty.developers': 'Für Entwickler',
  'empty.developersText':
    'Fast alles auf diesen Seiten gibt es auch über die HTTP-API, mit Dokumentation und OpenAPI-Datei.',
  'empty.apiDocs': 'API-Dokumentation',
  'about.title': 'Über {name}',
  'about.is': '{name} ist eine Nachrichtenplattform, die mit einem Befehl startet.',
  'about.runsOn': '{name} läuft mit Broadsheet, einer Nachrichtenplattform, die mit einem Befehl startet.',
  'about.version': 'Version',
  'about.accounts': 'Konten',
  'about.open': 'Offen für alle:',
  'about.createOne': 'Konto anlegen',
  'about.byOperator': 'Werden vom Betreiber angelegt',
  'about.signingIn': 'Anmeldung',
  'about.ways': 'Passwort, Passkey',
  'about.documentation': 'Dokumentation',
  'about.openapi': 'OpenAPI-Datei',
  'about.today': 'Was die Plattform kann',
  'about.todayText':
    'Sie sammelt Artikel aus Feeds, APIs und Webseiten, erkennt ihre Themen und bündelt Berichte über dasselbe Ereignis zu einer Meldung. Es gibt Konten, Passkeys, API-Tokens und eine HTTP-API.',
  'about.cookies': 'Cookies und Daten',
  'about.cookiesText':
    'Zum Lesen sind keine Cookies nötig. Beim Anmelden werden zwei gesetzt: Eines hält Sie bis zum Abmelden angemeldet, am anderen erkennen wir Ihr Gerät, damit Fremde Sie nicht aussperren können.',
  'about.cookiesOther': 'Bei der Anmeldung über {other} kommt für einige Minuten ein weiteres hinzu.',
  'about.cookiesLook':
    'Auch Ihre Anzeigeeinstellungen werden in Cookies gespeichert. Die Seiten laden nichts von anderen Websites.',
  'about.data':
    'Auf Ihrer {accountPage} können Sie alle über Sie gespeicherten Daten herunterladen oder löschen.',
  'about.accountPage': 'Kontoseite',
};
