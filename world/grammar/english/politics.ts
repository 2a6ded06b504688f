import type { Grammar } from '../grammar.ts';

export const POLITICS: Readonly<Record<string, Grammar>> = {
  council: {
    subject: '{city} {project} vote',
    headlines: [
      '{city} council [approves|backs|says yes to] {cost} million crown {project}',
      '{votesFor} to {votesAgainst}: {city} to get its {project}',
      'After {years} years of debate, {city} will build {project}',
      '{mayor.last} wins council vote on {project} in {city}',
      '{signatures} signatures could not stop {city} {project}',
      '{party} splits over {city} {project}',
    ],
    tabloid: [
      '{cost} MILLION for a {project}: has {city} gone mad?',
      '{mayor.last} hugs opponents after {project} vote',
    ],
    local: [
      'Where the new {project} will run: what {city} decided',
      '{trees} trees to go for {city} {project}',
    ],
    business: ['Builders line up for {cost} million {project} in {city}'],
    updates: [
      'Opponents of {city} {project} threaten to go to court',
      '{mayor.last}: work on {project} to begin within weeks',
    ],
    followUps: [
      '{city} divided the day after the {project} vote',
      'Who pays for the {city} {project}? The {cost} million question',
    ],
    leads: [
      'The council of {city} voted by {votesFor} to {votesAgainst} on {day} to build a {project} for {cost} million crowns.',
      'After a debate of {years} years, councillors in {city} approved a {project} on {day}; it is to cost {cost} million crowns.',
    ],
    details: [
      'The {project} is to be finished in {years} years, if [the ground allows|no court objects].',
      'Opponents had collected {signatures} signatures, most of them from two streets.',
      'For the {project}, {trees} trees must be felled; twice as many are to be planted.',
      'The {party} let its members vote freely. Four left the room; one came back.',
      'The money comes from [the sale of the old gasworks|a loan over thirty years].',
    ],
    quotes: [
      '“We have talked about this longer than it will take to build,” mayor {mayor} said.',
      '“It is a monument to one person, and not even a handsome one,” said {critic}, who voted against.',
    ],
    background: [
      'The idea of a {project} for {city} first came up a generation ago.',
      'A first attempt failed by a single vote {years} years ago.',
    ],
    outlook: ['Work is to begin in spring.', 'The regional court could still be asked to decide.'],
  },
  resignation: {
    subject: 'resignation of {minister}',
    headlines: [
      '{adjective} {ministry} minister {minister} [resigns|steps down|quits] over {scandal}',
      '{minister.last} out: {country} loses {ministry} minister after {months} months',
      '{minister.last} falls over {scandal}, {successor.last} takes over',
      '{leader.last} names {successor} to {ministry} post after resignation',
      '{country}’s {ministry} chief goes as pressure over {scandal} grows',
      'Government of {leader.last} shaken by exit of {minister.last}',
    ],
    tabloid: [
      'Gone! Disgraced {minister.last} clears desk at dawn',
      '{minister.last}’s last lunch: the minister, the bill and {scandal}',
    ],
    local: [
      '{city} home crowd stands by {minister.last} despite resignation',
      'What {minister.last} leaves undone for {city}',
    ],
    business: [
      'Markets shrug as {ministry} minister {minister.last} quits',
      'Who is {successor}, the new hand at {ministry}?',
    ],
    updates: [
      '{successor} sworn in as {ministry} minister hours after {minister.last} quit',
      '{critic.last}: {minister.last} exit “too late by {months} months”',
    ],
    followUps: [
      '{leader.last} tries to move on after {minister.last} resignation',
      'The {payment} crowns that brought {minister.last} down',
    ],
    leads: [
      '{minister}, the {ministry} minister of {country}, resigned on {day} over {scandal}.',
      'The {ministry} minister of {country}, {minister}, stepped down on {day} after weeks of questions about {scandal}; {successor} will take over.',
      '{leader} accepted the resignation of {ministry} minister {minister} on {day}, the [second|first] departure from the cabinet this year.',
    ],
    details: [
      '{minister.last}, of the {party}, had held the {ministry} post for {months} months and until [this week|Sunday] ruled out leaving.',
      'The affair began when a newspaper reported on {scandal}. At stake were {payment} crowns, according to documents seen by parliament.',
      'In a letter of eleven lines {minister.last} wrote that the office “must not suffer from a debate about a person”.',
      '{successor}, until now a deputy in the same ministry, was named within two hours.',
      'The opposition demands a committee of inquiry. The {party} rejected that.',
    ],
    quotes: [
      '“I made a mistake and I will not make another one by staying,” {minister} told reporters outside the ministry.',
      '“It should not take {months} months to notice what everyone could read,” opposition speaker {critic} said.',
      '{leader} thanked {minister.last} for “hard work in a thankless field”.',
    ],
    background: [
      'The {party} has governed {country} since the last election with a narrow majority.',
      '{minister.last} began as a town councillor in {city} and was long seen as a possible leader.',
    ],
    outlook: [
      '{successor.last} will be sworn in before parliament on {day}.',
      'A debate on {scandal} is on the order paper for next week.',
    ],
  },
  budget: {
    subject: '{adjective} budget',
    headlines: [
      '{adjective} parliament passes {amount} billion crown budget, {votesFor} to {votesAgainst}',
      'Budget clears {country} assembly after {hours}-hour debate',
      '{finance.last} gets {amount} billion budget through, with more for railways',
      '{opposition} votes against as {country} adopts spending plan',
      '{party} holds together: budget passes by {votesFor} votes to {votesAgainst}',
      'Deficit of {deficit} per cent: {country} agrees spending for next year',
    ],
    tabloid: [
      'What the budget does to YOUR wallet',
      'Yawns, shouts and cold pizza: {hours} hours to pass a budget',
    ],
    local: [
      'What {city} gets out of the {amount} billion budget',
      'New bridge for {city}? Look on page 412 of the budget',
    ],
    business: [
      '{adjective} deficit seen at {deficit} per cent after budget vote',
      'Bond buyers welcome {finance.last} spending plan',
    ],
    updates: [
      '{critic.last} vows to fight railway item in {adjective} budget',
      'President signs {amount} billion spending plan of {country}',
    ],
    followUps: [
      'Winners and losers of the {amount} billion budget',
      'The day after: mayors study {finance.last}’s small print',
    ],
    leads: [
      'The parliament of {country} adopted a budget of {amount} billion crowns on {day} by {votesFor} votes to {votesAgainst}.',
      'After a debate of {hours} hours, {adjective} lawmakers approved {finance}’s spending plan of {amount} billion crowns on {day}.',
    ],
    details: [
      'The plan sets aside {railways} billion crowns for railways, [the largest such sum in decades|twice as much as last year].',
      'It foresees a deficit of {deficit} per cent of output. Tax on [beer and boats|sweet drinks] goes up slightly.',
      'The {opposition} voted against in full; two members of the {party} abstained.',
      'Debate ran for {hours} hours and was interrupted once by a fire alarm, which was caused by a toaster.',
      'Towns receive a fixed share for schools and roads for the first time.',
    ],
    quotes: [
      '“It is a budget for people who wait on platforms,” finance minister {finance} said.',
      '“You are lending from our grandchildren to repair your ratings,” {critic} of the {opposition} replied.',
    ],
    background: [
      'Last year’s budget was passed only at the third attempt.',
      '{country} has run a deficit in each of the past six years.',
    ],
    outlook: [
      'The budget takes effect with the new year.',
      'A supplementary plan is likely in the summer, economists say.',
    ],
  },
  election: {
    subject: '{adjective} election',
    headlines: [
      '{winner} [claims victory|wins] as {party} takes {share} per cent in {country}',
      '{party} [ahead|well ahead] in {adjective} election with {counted} per cent counted',
      'Voters in {country} turn to {winner.last}; {rival} beaten',
      '{loser.last} concedes after {rival} slumps to {rivalShare} per cent',
      '{seats} seats for {party}: {country} chooses change',
    ],
    tabloid: [
      '{winner.last} dances, {loser.last} weeps: election night in {capital}',
      'Landslide! {party} crushes {rival}',
    ],
    local: [
      'How {city} voted: {party} takes every ward but one',
      '{city} polling station runs out of pencils',
    ],
    business: ['Crown firms as {party} heads for clear win in {country}'],
    updates: [
      '{counted} per cent counted: {party} lead holds in {country}',
      '{loser.last} telephones {winner.last} to concede',
    ],
    followUps: [
      '{winner.last} begins coalition talks after {adjective} vote',
      'How the {rival} lost {country}',
    ],
    leads: [
      'The {party} of {winner} won {share} per cent of the vote in {country} on {day}, with {counted} per cent of ballots counted.',
      '{winner} claimed victory in the {adjective} election on {day} after the {party} finished well ahead of the {rival}.',
    ],
    details: [
      'The {rival} of {loser} came second with {rivalShare} per cent[, its worst result in a generation|].',
      'Turnout was {turnout} per cent. Polling stations in {city} stayed open an extra hour because of queues.',
      'The {party} can count on {seats} seats, according to the electoral commission.',
      'Observers spoke of a [calm|well-run] vote, apart from a swan that closed a polling station by the river.',
    ],
    quotes: [
      '“You lent us your trust; we will pay it back with interest,” {winner} told supporters.',
      '“The voters have spoken, and rather loudly,” {loser} said.',
    ],
    background: [
      'The {rival} had led {country} for eight years.',
      'Rents and ferry fares were the main themes of the campaign.',
    ],
    outlook: ['The new parliament meets in three weeks.', 'Coalition talks begin on Monday in {capital}.'],
  },
};
