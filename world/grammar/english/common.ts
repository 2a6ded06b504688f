import type { CommonGrammar } from '../grammar.ts';

export const ENGLISH_COMMON: CommonGrammar = {
  angles: [
    'What we know [so far |]about the {subject}',
    '{subject}: [five|six|four] questions answered',
    'Explained: the {subject} and why it matters [far beyond {city}|to the rest of {country}|more than it seems]',
    'Inside the {subject}: [one day|a quiet {day}] in {city}',
    '[In pictures|Timeline]: the {subject} hour by hour',
    'Analysis: what {country} can learn from the {subject}',
    '“[Everybody has an opinion|We talk of nothing else]”: [voices from|what people say in] {city} after the {subject}',
    'The {subject}, and what [{leader.last}|the government] should do next',
    'How the {subject} looks [from the ground|from across the border]',
    '{leader.last} [asked about|speaks about|breaks silence over] the {subject}',
  ],
  decorations: [
    'Live: {headline}',
    '{headline} – live',
    '{headline} | Video',
    '[Watch|Must read]: {headline}',
    '{headline} – the view from {capital}',
    '{country} today: {headline}',
    '{headline}, and {leader.last} reacts',
    'In brief: {headline}',
    'Updated: {headline}',
  ],
  updateLeads: [
    'New details emerged [on {day}|hours later] about the {subject}.',
    'More became known [late on {day}|on {day} evening] about the {subject}.',
    'Hours after first word of the {subject}, {official} [gave the fullest account yet|stepped before the microphones again].',
  ],
  followUpLeads: [
    'A day after the {subject}, {city} [was still talking about it|tried to return to normal|read the papers twice].',
    'The morning after the {subject}, attention turned to [what comes next|the details].',
    'One day on, {city} [still talks of little else than|has not got over] the {subject}.',
  ],
  quotes: [
    '“[I heard it on the radio and turned it up|My sister rang me at once|It is all anyone in {city} talks about],” said {witness}, who [runs a bakery nearby|was walking the dog|teaches at the local school].',
    '{expert} of the {university} called the {subject} “[a reminder|a textbook case] that [small causes have large effects|nothing stays local for long]”.',
    '“I was asked for a prediction last year and got this wrong,” said {expert}, [a professor|a researcher] at the {university}. “[I am glad to say|That is how we learn].”',
  ],
  reactions: [
    'On social networks in {country} no topic was discussed more on {day} than the {subject}.',
    'In {capital}, {leader} [called the news “remarkable”|said a few words about it|was asked about it and smiled].',
    'Local radio in {city} [changed its programme|cleared its schedule] for the day.',
    'Newspapers abroad gave the {subject} [a page|more room than usual].',
  ],
  grave: {
    decorations: ['{headline}, officials say', '{headline}: first pictures', 'Breaking: {headline}'],
    updateLeads: [
      'Authorities [updated|revised] their account of the {subject} [late on {day}|on {day} evening].',
    ],
    quotes: [
      '“I have lived in {city} all my life and never seen anything like it,” said {witness}, who [runs a bakery nearby|was walking the dog|teaches at the local school].',
      '“[We are watching this closely|Everybody is watching this closely],” {official} told reporters in {city}. “[It would be wrong to guess|I will not guess] before the facts are in.”',
      '“People will ask whether this could have been foreseen,” said {expert}, [a professor|a researcher] at the {university}. “[The honest answer is: partly|I think it could].”',
    ],
    reactions: [
      'A spokesperson for {leader} said the government [had been informed early|would not comment on details] and [expected a full report|was in touch with the authorities in {city}].',
      'The town hall of {city} opened a telephone line for questions.',
      'In {capital}, {leader} [thanked everyone involved|promised to visit {city} within days].',
    ],
  },
  closings: [
    'This is a developing story.',
    'More is expected [on {day} evening|in the coming days].',
    'Further reading on the {subject} will follow in our weekend edition.',
  ],
  signOff: '(Reporting by {byline} in {city}; editing by {editor})',
  dateline: '{cityUpper} ({agency}) - ',
  correction:
    'Correction: an earlier version of this article gave the figure {wrong}; the right one is {right}.',
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  sections: {
    world: 'World',
    nation: 'Nation',
    politics: 'Politics',
    business: 'Business',
    technology: 'Technology',
    science: 'Science',
    health: 'Health',
    sports: 'Sports',
    entertainment: 'Culture',
    climate: 'Climate',
    education: 'Education',
    lifestyle: 'Life',
  },
};
