import type { Grammar } from '../grammar.ts';

export const TECHNOLOGY: Readonly<Record<string, Grammar>> = {
  outage: {
    subject: '{firm} outage',
    headlines: [
      '{firm} [outage|failure] leaves {users} million users offline',
      '{firm} services down for {hours} hours; {cause} blamed',
      'Tills, trains and telephones stop as {firm} goes dark',
      '{users} million locked out: what went wrong at {firm}',
      'Worldwide disruption after {cause} at {firm}',
      '{firm} comes back slowly after {hours}-hour blackout',
    ],
    tabloid: [
      '{hours} hours without {firm}: and people TALKED to each other',
      '{firm} meltdown: “I had to read a newspaper”',
    ],
    local: [
      '{city} shops go back to cash as {firm} fails',
      '{city} hospital switches to paper during {firm} outage',
    ],
    business: [
      '{firm} shares drop after {hours}-hour outage',
      'Outage at {firm} costs {shops} shops a day’s trade',
    ],
    updates: [
      '{firm} restores most services after {hours} hours',
      '{engineer.last} of {firm} apologises for outage',
    ],
    followUps: [
      '{firm} promises refunds after {users} million lost access',
      'Should one firm carry so much? Debate after {firm} outage',
    ],
    leads: [
      'Services of {firm} failed for {hours} hours on {day}, leaving about {users} million people without access, because of {cause}.',
      '{firm}, whose software runs [tills, trains and hospitals|half the shops of {country}], went dark on {day}; the company blamed {cause}.',
    ],
    details: [
      'More than {reports} users reported problems within the first hour. {shops} shops in {country} could take only cash.',
      'Engineers traced the fault to {cause}, the company said after {hours} hours.',
      'Airlines wrote boarding passes by hand and at least two hospitals went back to paper.',
      'The company’s own status page was among the things that did not work.',
      '{firm} employs nine thousand people, most of them in {city}.',
    ],
    quotes: [
      '“We broke our own first rule, which is never to change things on a {day},” said {engineer}, who leads operations at {firm}.',
      '“A single point of failure with a very good logo,” said {expert} of the {university}.',
    ],
    background: [
      'It was the second large failure at {firm} within a year.',
      'Three companies run most of the world’s rented computing.',
    ],
    outlook: [
      '{firm} promised a full report within ten days.',
      'The regulator in {capital} has asked for an explanation.',
    ],
  },
  gadget: {
    subject: '{firm} {gadget}',
    headlines: [
      '{firm} [unveils|presents|shows off] {gadget}, which {trick}',
      'Meet the {gadget}: {firm}’s {price}-crown gamble {trick}',
      '{firm} {gadget} goes on sale at {price} crowns',
      'First look: {gadget} by {firm} weighs {grams} grams and {trick}',
      '{orders} orders in a day for new {firm} device',
    ],
    tabloid: [
      'It {trick}! Fans camp in rain for {gadget}',
      'Is this {price}-crown toy the end of your phone?',
    ],
    local: [
      'Queue in {city} for {firm} {gadget} reaches the river',
      '{city} designer {designer.last} is the mind behind {gadget}',
    ],
    business: [
      '{firm} eyes new market with {price}-crown {gadget}',
      'Suppliers rally on strong {gadget} orders',
    ],
    updates: [
      '{gadget} sold out until spring, {firm} says',
      'Reviewers find a flaw in {firm} {gadget}: the lid',
    ],
    followUps: [
      'A day with the {gadget}: charming, fragile, warm',
      '{firm} {gadget}: do {battery} hours of battery suffice?',
    ],
    leads: [
      '{firm} presented the {gadget} in {city} on {day}, a device that {trick} and costs {price} crowns.',
      'The {gadget}, the first new device by {firm} in three years, {trick}; it was shown in {city} on {day}.',
    ],
    details: [
      'The device weighs {grams} grams and runs for {battery} hours on one charge, according to {firm}.',
      '{orders} people ordered one on the first day, the company said.',
      'Chief designer {designer} worked on the {gadget} for six years[, the first two in secret|].',
      'It goes on sale in {country} next month and elsewhere in the spring, for {price} crowns.',
      'Critics noted that a spare part costs a third of the price.',
    ],
    quotes: [
      '“We asked what a machine would be like if it had manners,” said designer {designer}.',
      '“After an hour I liked it. After a day I worried about it,” said reviewer {reviewer}.',
    ],
    background: [
      '{firm} last tried such a device nine years ago and withdrew it after a month.',
      'Rivals showed similar prototypes at the Samaris fair in spring.',
    ],
    outlook: ['A smaller version is planned for next year.', 'First deliveries are due in four weeks.'],
  },
  breach: {
    subject: '{firm} data breach',
    headlines: [
      'Hackers steal data of {accounts} {firm} customers',
      '{firm} admits breach: {accounts} accounts exposed',
      'Gang “{gang}” demands {ransom} million crowns from {firm}',
      'Personal data of {accounts} people leaked in {firm} attack',
      '{firm} breach went unnoticed for {weeks} weeks',
    ],
    tabloid: [
      'Are YOU on the list? {firm} loses {accounts} passwords',
      'Shadowy “{gang}” crew holds {firm} to ransom',
    ],
    local: ['{city} clinic among victims of {firm} breach'],
    business: [
      '{firm} faces fines after leak of {accounts} accounts',
      'Cyber insurers brace after {firm} attack',
    ],
    updates: [
      '{firm} raises number of stolen accounts to {accounts}',
      '“{gang}” publishes first files from {firm}',
    ],
    followUps: [
      '{commissioner.last} opens case against {firm} over breach',
      'How “{gang}” got into {firm}: through the printer',
    ],
    leads: [
      'Attackers copied the data of {accounts} customers of {firm}, the company admitted on {day}.',
      'A group calling itself {gang} has stolen {accounts} customer records from {firm} and wants {ransom} million crowns, investigators in {city} said on {day}.',
    ],
    details: [
      'Names, addresses and [scrambled|hashed] passwords were taken; payment data was stored elsewhere, {firm} said.',
      'The attackers were inside the network for {weeks} weeks before an intern noticed a printer that worked at night.',
      'The gang demanded {ransom} million crowns. {firm} said it would not pay.',
      'Data commissioner {commissioner} was informed only on the third day, an authority spokesperson said.',
    ],
    quotes: [
      '“Assume your password is public and act accordingly,” said {expert}, a security researcher.',
      '“We are sorry. That is the short version, and the long one too,” a {firm} manager said.',
    ],
    background: [
      '{gang} has been linked to eleven attacks in the past two years.',
      'Companies in {country} must report breaches within three days.',
    ],
    outlook: [
      'Customers will be written to within a week.',
      'A fine of up to four per cent of turnover is possible.',
    ],
  },
};
