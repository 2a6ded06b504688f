export const SETTINGS_DE = {
  'settings.title': 'Einstellungen',
  'settings.lede': 'Anzeigeeinstellungen für diesen Browser. Kein Konto nötig.',
  'settings.saved': 'Einstellungen gespeichert',
  'settings.theme': 'Farbschema',
  'settings.theme.system': 'Wie Gerät',
  'settings.theme.light': 'Hell',
  'settings.theme.dark': 'Dunkel',
  'settings.language': 'Anzeigesprache',
  'settings.language.system': 'Wie Browser',
  'settings.save': 'Speichern',
  'settings.more': 'Weitere Einstellungen',
  'settings.interests': 'Ihre Interessen: Themen, Personen, Orte und Quellen',
  'settings.feeds':
    'Sprache der Nachrichten, bevorzugte und blockierte Quellen, stummgeschaltete Wörter, Überblick',
  'settings.searches': 'Gespeicherte Suchen und Benachrichtigungen',
  'settings.account': 'Name, Passwort, Passkeys, Sitzungen und API-Tokens',
  'settings.signIn':
    'Melden Sie sich an, um Ihr Konto zu verwalten: Name, Passwort, Passkeys und Ihre Daten.',
  'settings.data': 'Ihre Daten herunterladen oder löschen',
};
