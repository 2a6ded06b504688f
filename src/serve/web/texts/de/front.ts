export const FRONT_DE = {
  'front.title': 'Titelseite',
  'front.description': '{name}: die Nachrichten vieler Quellen, jede Geschichte einmal erzählt.',
  'front.breaking': 'Eilmeldungen',
  'front.widest': 'Viel berichtet',
  'empty.kicker': 'Vor der ersten Ausgabe',
  'empty.title': 'Noch keine Geschichten',
  'empty.waiting':
    '{name} hat Quellen und wartet auf ihre ersten Artikel; ihre Geschichten erscheinen hier binnen einer Minute.',
  'empty.operator': '{name} läuft und hat noch keine Quellen. {link}, und ihre Geschichten erscheinen hier.',
  'empty.addSome': 'Fügen Sie welche hinzu',
  'empty.reader':
    '{name} läuft und hat noch keine Quellen. Wer die Seite betreibt, fügt sie hinzu; ihre Geschichten erscheinen hier.',
  'empty.yourAccount': 'Ihr Konto',
  'empty.signedIn':
    'Sie sind angemeldet. Name, Passkeys, Sitzungen und API-Schlüssel stehen auf der Seite Ihres Kontos.',
  'empty.toAccount': 'Zu Ihrem Konto',
  'empty.readers': 'Für Leser',
  'empty.signInWith': 'Melden Sie sich mit Passwort oder Passkey an.',
  'empty.signInWithToo': 'Melden Sie sich mit Passwort oder Passkey an, oder mit {other}.',
  'empty.accountWaits': 'Ein Konto, das Sie heute anlegen, ist da, wenn die Geschichten kommen.',
  'empty.accountByOperator': 'Konten legt an, wer diese Seite betreibt.',
  'empty.createAccount': 'Konto anlegen',
  'empty.data': 'Ihre Daten gehören Ihnen',
  'empty.dataText':
    'Niemand wird verfolgt: Cookies gibt es für das Anmelden und für das, was Sie auf einer Seite wählen, sonst für nichts. Wer ein Konto hat, kann jederzeit alles herunterladen oder löschen, was über ihn bekannt ist.',
  'empty.developers': 'Für Entwickler',
  'empty.developersText':
    'Fast alles auf diesen Seiten kann auch ein Programm tun. Die HTTP-Schnittstelle ist hier dokumentiert und in einer OpenAPI-Datei beschrieben.',
  'empty.apiDocs': 'Dokumentation der API',
  'about.title': 'Über {name}',
  'about.is': '{name} ist eine Nachrichtenplattform, die ein Mensch mit einem Befehl startet.',
  'about.runsOn':
    '{name} läuft mit Broadsheet, einer Nachrichtenplattform, die ein Mensch mit einem Befehl startet.',
  'about.version': 'Version',
  'about.accounts': 'Konten',
  'about.open': 'Für alle offen:',
  'about.createOne': 'eines anlegen',
  'about.byOperator': 'Legt der Betreiber an',
  'about.signingIn': 'Anmelden',
  'about.ways': 'Passwort, Passkey',
  'about.documentation': 'Dokumentation',
  'about.openapi': 'OpenAPI-Datei',
  'about.today': 'Was es heute kann',
  'about.todayText':
    'Es sammelt Artikel aus Feeds, Schnittstellen und Seiten, jeden einmal, erkennt, wovon sie handeln, und legt zu einer Geschichte zusammen, was vom selben Ereignis erzählt. Konten, Passkeys, API-Schlüssel und die HTTP-Schnittstelle sind da.',
  'about.cookies': 'Cookies und Daten',
  'about.cookiesText':
    'Lesen braucht kein Cookie. Das Anmelden setzt eines, das Sie angemeldet hält, bis Sie sich abmelden.',
  'about.cookiesOther': 'Auf dem Weg zu {other} und zurück gibt es für einige Minuten ein zweites.',
  'about.cookiesLook':
    'Was Sie am Aussehen der Seiten wählen und ob Gesehenes eingeklappt wird, merkt sich je ein weiteres. Die Seiten laden nichts von anderen.',
  'about.data':
    'Auf der {accountPage} können Sie alles herunterladen, was über Sie bekannt ist, und es löschen.',
  'about.accountPage': 'Seite Ihres Kontos',
};
