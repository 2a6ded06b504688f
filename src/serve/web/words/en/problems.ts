/** When something went wrong. */
export const TROUBLE = {
  'refusal.look': 'Something needs another look.',
  'refusal.weakPassword': 'That password is too easy to guess.',
  'problem.kicker': 'Error {status}',
  'problem.code': 'The name of this error is {code}.',
  'problem.toFront': 'To the front page',
  'problem.ours': 'This is not your fault. Try again in a moment; nothing you sent was half done.',
  'problem.yours': 'Go back, look at what was asked for, and try once more.',
  'problem.notFound': 'The address may be mistyped, or what it named is no longer here.',
  'problem.linkUsed':
    'Such a link works once, and for a day. If you have used it, you can sign in now; if not, ask the operator of this site for a new one.',
  'problem.tooMany': 'This keeps guessers out and the site up. Your account is as it was.',
  'problem.forbidden': 'Nothing was changed. Perhaps you can sign in another way.',
  'problem.notSignedIn': 'Sign in and try again.',
  'problem.nothingChanged': 'Nothing was changed.',
  'problem.freshSignIn': 'It has been a while since you signed in. Prove that it is you, then do it again.',
  'problem.prove': 'Prove that it is you',
  'problem.provider': 'Try once more, or sign in another way.',
  'problem.closed': 'The operator of this site makes the accounts. If you have one already, sign in.',
  'problem.crossSite':
    'Forms have to be sent from the pages of this site itself. Open the page here and send it again.',
  'problem.againSeconds': { one: 'Try again in one second.', other: 'Try again in {count} seconds.' },
  'problem.againMinutes': { one: 'Try again in one minute.', other: 'Try again in {count} minutes.' },
} as const;
