import type { Grammar } from '../grammar.ts';

export const BUSINESS: Readonly<Record<string, Grammar>> = {
  merger: {
    subject: '{buyer} bid for {target}',
    headlines: [
      '{buyer} [to buy|agrees to buy|snaps up] {target} for {price} billion crowns',
      '{target} [sold|goes] to {buyer} in {price} billion deal',
      '{buyer} bets on {sector} with purchase of {target}',
      'Takeover: {target} accepts {price} billion offer from {city} rival',
      '{boss.last}’s big move: {buyer} swallows {target}',
      'Watchdog to look at {buyer}-{target} tie-up',
    ],
    tabloid: [
      '{price} BILLION: the handshake that made {boss.last} king of {sector}',
      '{target} staff learn of sale from the canteen radio',
    ],
    local: [
      '{city} headquarters to stay after {target} sale, {boss.last} says',
      'What the {buyer} deal means for jobs in {city}',
    ],
    business: [
      '{target} shares jump {premium} per cent on {buyer} bid',
      'Deal of the year? {buyer} pays {premium} per cent premium for {target}',
      '{analyst.last}: {buyer} price for {target} “rich but right”',
    ],
    updates: [
      '{target} board backs {buyer} offer unanimously',
      'Rival bidder circles {target} after {buyer} offer',
    ],
    followUps: [
      '{buyer} shares slip the day after {target} deal',
      'Unions want guarantees for {staff} {target} workers',
    ],
    leads: [
      '{buyer} said on {day} it would buy {target} for {price} billion crowns, [the largest deal in {sector} this year|creating a heavyweight in {sector}].',
      '{target} has accepted a takeover offer worth {price} billion crowns from {buyer}, the two firms said in {city} on {day}.',
    ],
    details: [
      'The offer is {premium} per cent above {target}’s last closing price. The board recommends it unanimously.',
      'Together the firms would employ {staff} people and hold {share} per cent of the market for {sector}.',
      '{boss}, who leads {buyer}, said savings of [two hundred|three hundred] million crowns a year were within reach.',
      'The competition authority in {capital} has four months to examine the deal.',
      'Talks began over soup at a trade fair, people close to both companies said, and nearly ended over the name.',
    ],
    quotes: [
      '“We have admired each other across the street for twenty years,” {buyer} chief {boss} said. “It was time to cross it.”',
      '“The price is rich but right, if the customers stay,” said analyst {analyst}.',
    ],
    background: [
      '{target} was founded in a garage in {city} and went public nine years ago.',
      '{buyer} has made four smaller purchases in {sector} since last year.',
    ],
    outlook: [
      'The deal should close by summer if regulators agree.',
      'Shareholders of {target} vote in six weeks.',
    ],
  },
  layoffs: {
    subject: '{firm} job cuts',
    headlines: [
      '{firm} to cut {jobs} jobs as profit falls {drop} per cent',
      '{jobs} jobs to go at {firm}, most of them in {city}',
      '{firm} [sheds|axes] {percent} per cent of staff',
      'Weak quarter: {firm} profit slides {drop} per cent, {jobs} posts cut',
      '{boss.last} blames [slow orders|costly energy] as {firm} shrinks',
    ],
    tabloid: [
      'Sacked by video: {jobs} {firm} workers get the chop',
      'Boss {boss.last} keeps bonus while {jobs} go',
    ],
    local: [
      '{city} reels as {firm} announces {jobs} cuts',
      'Mayor of {city} wants crisis meeting with {firm}',
    ],
    business: [
      '{firm} shares rise on {saving} million saving plan',
      '{firm} misses forecasts for quarter number {quarter} in a row',
    ],
    updates: [
      'Union calls strike ballot at {firm} over {jobs} job cuts',
      '{firm} hints that fewer than {jobs} may have to go',
    ],
    followUps: ['Vigil at {firm} gates in {city}', 'After the cuts: what is left of {firm} in {city}?'],
    leads: [
      '{firm} will cut {jobs} jobs, {percent} per cent of its workforce, after quarterly profit fell {drop} per cent, the company said on {day}.',
      'The {city} company {firm}, known for {sector}, announced {jobs} job cuts on {day} to save {saving} million crowns a year.',
    ],
    details: [
      'Most of the cuts fall on the headquarters in {city}; [the plant in the south is spared|research is spared].',
      'Profit in the quarter was {drop} per cent lower than a year before. It was disappointing quarter number {quarter} in a row.',
      'The plan is to save {saving} million crowns a year from next spring.',
      'Works council leader {union} said staff learned of the plan from a calendar entry called “cake”.',
      'Demand for {sector} has weakened in several countries, rivals said last month.',
    ],
    quotes: [
      '“We hired for a market that did not come,” {firm} chief {boss} said.',
      '“They plan in spreadsheets, we live in {city},” union leader {union} said.',
    ],
    background: [
      '{firm} is one of the largest employers in {city}.',
      'The company had added a thousand posts in the two years before.',
    ],
    outlook: [
      'Talks with the union begin on Monday.',
      '{firm} will present its full-year figures in eight weeks.',
    ],
  },
  rates: {
    subject: '{adjective} rate decision',
    headlines: [
      '{country} central bank moves key rate to {after} per cent',
      'From {before} to {after}: {governor.last} surprises markets',
      'Central bank in {capital} acts as inflation stands at {inflation} per cent',
      '{adjective} rate now {after} per cent after split vote',
      '{governor.last}: rate of {after} per cent “right for now”',
    ],
    tabloid: [
      'What the new {after}% rate means for your mortgage',
      'Money boss {governor.last} turns the screw',
    ],
    local: ['{city} house hunters weigh {after} per cent rate'],
    business: [
      'Crown jumps after {adjective} bank sets rate at {after} per cent',
      '{votes} to {dissent}: inside a divided rate decision',
      'Economists split on {governor.last} rate path',
    ],
    updates: [
      'Bond yields swing after {governor.last} explains {after} per cent rate',
      'Banks follow central bank to {after} per cent',
    ],
    followUps: [
      'Day after rate move: savers smile, builders sigh',
      '{economist.last}: {country} rate move came too late',
    ],
    leads: [
      'The central bank of {country} changed its key interest rate from {before} to {after} per cent on {day}, citing inflation of {inflation} per cent.',
      '{governor}, governor of the {adjective} central bank, announced a key rate of {after} per cent in {capital} on {day}.',
    ],
    details: [
      'The decision was taken by {votes} votes to {dissent}. Most economists had expected no change from {before} per cent.',
      'Inflation was {inflation} per cent last month; the target is two.',
      'The bank now expects the economy to grow by {growth} per cent this year.',
      'The crown gained against most currencies within minutes of the announcement.',
    ],
    quotes: [
      '“We look through the noise, not through our fingers,” governor {governor} said.',
      '“That is a message to the unions as much as to the markets,” said economist {economist}.',
    ],
    background: [
      'It was the first move in seven months.',
      'The bank has been independent of the government for thirty years.',
    ],
    outlook: [
      'The next meeting is in six weeks.',
      'Markets see one further step before the end of the year.',
    ],
  },
};
