export const SETTINGS_DE = {
  'settings.title': 'Einstellungen',
  'settings.lede': 'Wie diese Seiten in diesem Browser aussehen. Dafür muss sich niemand anmelden.',
  'settings.saved': 'Ihre Wahl ist gespeichert.',
  'settings.theme': 'Farben',
  'settings.theme.system': 'Wie auf dem Gerät',
  'settings.theme.light': 'Hell',
  'settings.theme.dark': 'Dunkel',
  'settings.language': 'Sprache der Seiten',
  'settings.language.system': 'Wie der Browser es wünscht',
  'settings.save': 'Speichern',
  'settings.more': 'Was sich sonst einstellen lässt',
  'settings.interests': 'Was Sie interessiert: Themen, Namen und Quellen, und wie sehr',
  'settings.feeds':
    'Sprache der Nachrichten, bevorzugte und gesperrte Quellen, stumme Wörter, die Übersicht per Mail',
  'settings.searches': 'Gespeicherte Suchen und ihre Meldungen',
  'settings.account': 'Name, Passwort, Passkeys, Sitzungen und API-Schlüssel',
  'settings.signIn':
    'Was zu Ihrem Konto gehört, finden Sie nach dem Anmelden: Name, Passwort, Passkeys und Ihre Daten.',
  'settings.data': 'Ihre Daten herunterladen oder löschen',
};
