/** How the pages look, chosen by the reader. */
export const SETTINGS = {
  'settings.title': 'Settings',
  'settings.lede': 'How these pages look in this browser. Nobody has to sign in for it.',
  'settings.saved': 'Your choice was saved.',
  'settings.theme': 'Colours',
  'settings.theme.system': 'As the device has it',
  'settings.theme.light': 'Light',
  'settings.theme.dark': 'Dark',
  'settings.language': 'Language of the pages',
  'settings.language.system': 'As the browser asks for it',
  'settings.save': 'Save',
  'settings.more': 'More to set',
  'settings.account': 'Name, password, passkeys, sessions and API tokens',
  'settings.signIn': 'Sign in for what belongs to your account: name, password, passkeys, and your data.',
  'settings.data': 'Download or erase your data',
} as const;
