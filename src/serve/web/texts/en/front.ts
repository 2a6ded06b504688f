/** The front page, before and after there is something to tell; and the page about the site. */
export const FRONT = {
  'front.title': 'Front page',
  'front.description': '{name}: the news of many sources, each story told once.',
  'front.breaking': 'Breaking news',
  'front.widest': 'Most reported',
  'empty.kicker': 'Before the first edition',
  'empty.title': 'No stories yet',
  'empty.waiting':
    '{name} has sources and waits for their first articles; their stories appear here within a minute.',
  'empty.operator': '{name} is up and running and has no sources yet. {link}, and their stories appear here.',
  'empty.addSome': 'Add some',
  'empty.reader':
    '{name} is up and running and has no sources yet. Its operator adds them; their stories appear here.',
  'empty.yourAccount': 'Your account',
  'empty.signedIn':
    'You are signed in. Your name, passkeys, sessions and API tokens are on your account page.',
  'empty.toAccount': 'To your account',
  'empty.readers': 'Readers',
  'empty.signInWith': 'Sign in with a password or a passkey.',
  'empty.signInWithToo': 'Sign in with a password or a passkey, or with {other}.',
  'empty.accountWaits': 'An account that you make today will be here when the stories are.',
  'empty.accountByOperator': 'Accounts are made by the operator of this site.',
  'empty.createAccount': 'Create an account',
  'empty.data': 'Your data is yours',
  'empty.dataText':
    'Nobody is followed around: cookies are set for signing in and for what you choose on a page, and for nothing else. Whoever has an account can download everything that is known about them, or erase it, at any time.',
  'empty.developers': 'Developers',
  'empty.developersText':
    'Nearly everything on these pages can be done by a program as well. The HTTP API is documented here and described in an OpenAPI file.',
  'empty.apiDocs': 'API documentation',
  'about.title': 'About {name}',
  'about.is': '{name} is a news platform that one person can start with one command.',
  'about.runsOn': '{name} runs on Broadsheet, a news platform that one person can start with one command.',
  'about.version': 'Version',
  'about.accounts': 'Accounts',
  'about.open': 'Open to everybody:',
  'about.createOne': 'create one',
  'about.byOperator': 'Made by the operator',
  'about.signingIn': 'Signing in',
  'about.ways': 'Password, passkey',
  'about.documentation': 'Documentation',
  'about.openapi': 'OpenAPI file',
  'about.today': 'What it can do today',
  'about.todayText':
    'It gathers articles from feeds, APIs and pages, each once, finds out what they are about, and puts those that tell of one event together as a story. Accounts, passkeys, API tokens and the HTTP API work.',
  'about.cookies': 'Cookies and data',
  'about.cookiesText':
    'Reading needs no cookie. Signing in sets one, which keeps you signed in until you sign out.',
  'about.cookiesOther': 'On the way to {other} and back there is a second one for some minutes.',
  'about.cookiesLook':
    'What you choose about how the pages look, and whether stories that you have seen fold away, is remembered in one more each. Pages load nothing from other sites.',
  'about.data':
    'Your {accountPage} has a download of everything that is known about you, and a way to erase it.',
  'about.accountPage': 'account page',
} as const;
