/** The front page, with and without stories, and the page about the site. */
export const FRONT = {
  'front.title': 'Front page',
  'front.description': '{name}: news from many sources, grouped by story.',
  'front.breaking': 'Breaking news',
  'front.wideCoverage': 'Most covered',
  'empty.kicker': 'Getting started',
  'empty.title': 'No stories yet',
  'empty.waiting':
    '{name} is waiting for the first articles from its sources. Stories appear here within a minute.',
  'empty.operator': '{name} is running but has no sources yet. {link} to see stories here.',
  'empty.addSome': 'Add sources',
  'empty.reader':
    '{name} is running but has no sources yet. Stories appear here once the operator adds some.',
  'empty.yourAccount': 'Your account',
  'empty.signedIn':
    'You are signed in. Manage your name, passkeys, sessions and API tokens on your account page.',
  'empty.toAccount': 'Go to your account',
  'empty.readers': 'For readers',
  'empty.signInWith': 'Sign in with a password or a passkey.',
  'empty.signInWithToo': 'Sign in with a password, a passkey or {other}.',
  'empty.accountWaits': 'Create an account now to be ready when the first stories arrive.',
  'empty.accountByOperator': 'The operator of this site creates accounts.',
  'empty.createAccount': 'Create an account',
  'empty.data': 'Your data belongs to you',
  'empty.dataText':
    'No tracking: cookies are used only for signing in and for your settings. You can download or delete all your data at any time.',
  'empty.developers': 'For developers',
  'empty.developersText':
    'Almost everything on these pages is also available through the HTTP API, with documentation and an OpenAPI file.',
  'empty.apiDocs': 'API documentation',
  'about.title': 'About {name}',
  'about.is': '{name} is a news platform that starts with one command.',
  'about.runsOn': '{name} runs on Broadsheet, a news platform that starts with one command.',
  'about.version': 'Version',
  'about.accounts': 'Accounts',
  'about.open': 'Open to everyone:',
  'about.createOne': 'create an account',
  'about.byOperator': 'Created by the operator',
  'about.signingIn': 'Sign-in',
  'about.ways': 'Password, passkey',
  'about.documentation': 'Documentation',
  'about.openapi': 'OpenAPI file',
  'about.today': 'What it can do',
  'about.todayText':
    'It collects articles from feeds, APIs and web pages, detects their topics, and groups reports about the same event into stories. It has accounts, passkeys, API tokens and an HTTP API.',
  'about.cookies': 'Cookies and data',
  'about.cookiesText':
    'You can read without cookies. Signing in sets two: one keeps you signed in until you sign out, the other lets us recognise your device, so that strangers cannot lock you out.',
  'about.cookiesOther': 'Signing in with {other} sets another one for a few minutes.',
  'about.cookiesLook':
    'Your display settings are stored in cookies as well. Pages load nothing from other sites.',
  'about.data': 'On your {accountPage} you can download or delete all data stored about you.',
  'about.accountPage': 'account page',
} as const;
