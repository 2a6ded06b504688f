import type { CommonGrammar } from '../grammar.ts';

export const ENGLISH_COMMON: CommonGrammar = {
  angles: [
    'What we know [so far |]about the {subject}',
    '{subject}: [five|six|four] questions answered',
    'Explained: why the {subject} matters [far beyond {city}|to the rest of {country}|more than it seems]',
    'Inside the {subject}: how [one day|a quiet {day}] changed {city}',
    '[In pictures|Timeline]: the {subject} hour by hour',
    'Analysis: the {subject} leaves {country} with [hard|uncomfortable] choices',
    '“[Nobody|No one] told us anything”: [voices from|what people say in] {city} after the {subject}',
    'The {subject}, and what [{leader.last}|the government] should do next',
    'How the {subject} looks [from the ground|from across the border]',
    '{leader.last} [faces questions|under pressure|breaks silence] over {subject}',
  ],
  updateLeads: [
    'New details emerged [on {day}|hours later] about the {subject}, [with officials revising earlier figures|as a clearer picture formed of what had happened].',
    'Authorities [updated|revised] their account of the {subject} [late on {day}|on {day} evening].',
    'Hours after first word of the {subject}, {official} [gave the fullest account yet|stepped before the microphones again].',
  ],
  followUpLeads: [
    'A day after the {subject}, {city} [was counting the cost|woke to unanswered questions|tried to return to normal].',
    'The morning after the {subject}, attention turned to [what could have been done differently|what comes next|who knew what, and when].',
    'One day on, the {subject} [still dominates conversation in|has not let go of] {city}.',
  ],
  quotes: [
    '“I have lived in {city} all my life and never seen anything like it,” said {witness}, who [runs a bakery nearby|was walking the dog|teaches at the local school].',
    '“[We are watching this closely|Everybody is watching this closely],” {official} told reporters in {city}. “[It would be wrong to guess|I will not guess] before the facts are in.”',
    '{expert} of the {university} said the {subject} was “[a reminder|a textbook case] that [small causes have large effects|nothing stays local for long]”.',
    '“People will ask whether this could have been foreseen,” said {expert}, [a professor|a researcher] at the {university}. “[The honest answer is: partly|I think it could].”',
  ],
  reactions: [
    'A spokesperson for {leader} said the government [had been informed early|would not comment on details] and [expected a full report|was in touch with the authorities in {city}].',
    'On social networks in {country} the {subject} was [by far |]the most discussed topic of {day}.',
    'In {capital}, {leader} [called the news “significant”|thanked everyone involved|promised to visit {city} within days].',
    'Local radio in {city} [changed its programme|cleared its schedule] for the day; the town hall opened a telephone line for questions.',
  ],
  closings: [
    'This is a developing story.',
    'More is expected [on {day} evening|in the coming days].',
    'The town hall of {city} will hold a public meeting [next week|on the matter].',
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
