import type { Grammar } from '../grammar.ts';

export const SPORTS: Readonly<Record<string, Grammar>> = {
  match: {
    subject: '{winner} win over {loser}',
    headlines: [
      '{winner} [beat|see off|edge past|overcome] {loser} {goals}-{against}',
      '{scorer.last} [sinks|stuns|decides it against] {loser} in {minute}th minute',
      '{goals}-{against}: {winner} [stay|remain] unbeaten in {unbeaten}',
      'Late {scorer.last} goal lifts {winner}',
      '{loser} slump to defeat in {city}',
      '{coach.last} praises {winner} after {goals}-{against} victory',
    ],
    tabloid: [
      '{scorer.last}, you beauty! {winner} run riot',
      '{loserCoach.last} fumes: “We defended like tourists”',
    ],
    local: ['{winner} delight {crowd} at home', 'Player ratings: {scorer.last} shines for {winner}'],
    business: ['{winner} win keeps title bonus in reach'],
    updates: [
      '{loserCoach.last} apologises to fans after {goals}-{against} loss',
      'Replay shows {scorer.last} winner against {loser} was offside by a boot',
    ],
    followUps: [
      '{winner} dream of title with {points} points',
      'Has {loserCoach.last} lost the {loser} dressing room?',
    ],
    leads: [
      '{scorer} scored in the {minute}th minute as {winner} beat {loser} {goals}-{against} in front of {crowd} spectators in {city} on {day}.',
      '{winner} extended their unbeaten run to {unbeaten} matches with a {goals}-{against} victory over {loser} on {day}.',
      'A {goals}-{against} defeat in {city} on {day} deepened the worries of {loser}, while {winner} [climbed|moved up] to {points} points.',
    ],
    details: [
      'The decisive goal came in minute {minute}, when {scorer} turned on the edge of the box and shot low into the corner.',
      '{loser} had more of the ball before half-time but found no way past goalkeeper {keeper}.',
      '{winner} now have {points} points and have not lost in {unbeaten} matches.',
      'A crowd of {crowd} saw the match, which was held up for four minutes by a stray goose.',
      '{loserCoach} made three changes at the break; none of them helped.',
    ],
    quotes: [
      '“We suffered together and then we sang together,” {winner} coach {coach} said.',
      '“If you sleep at corners you wake up with nothing,” said {loserCoach}, coach of {loser}.',
      '“I closed my eyes and hit it,” {scorer} said with a grin.',
    ],
    background: [
      '{loser} had won the previous three meetings.',
      '{winner} last won the title when most of these players were at school.',
    ],
    outlook: [
      '{winner} travel to the coast next weekend; {loser} are at home.',
      'The return match is in spring.',
    ],
  },
  transfer: {
    subject: '{player} transfer',
    headlines: [
      '{buyer} [sign|land|bring in] {player} from {seller} for {fee} million',
      '{player.last} leaves {seller} for {buyer} in {fee} million crown deal',
      'Done deal: {player} joins {buyer} until {years} seasons from now',
      '{seller} lose star {player.last}',
      '{buyer} unveil {age}-year-old {player.last}, shirt number {shirt}',
    ],
    tabloid: [
      '{fee} MILLION! {player.last} kisses the badge',
      'Traitor? {seller} fans burn {player.last} scarves',
    ],
    local: ['{city} airport besieged as {player.last} lands', '{buyer} fans queue for number {shirt} shirts'],
    business: ['{buyer} spend {fee} million as shirt sales soar'],
    updates: [
      '{player.last} passes medical at {buyer}',
      'Agent {agent.last} earns more than the goalkeeper on {player.last} move',
    ],
    followUps: [
      'Where will {coach.last} play {player.last}?',
      '{seller} hunt for a striker to replace {player.last}',
    ],
    leads: [
      '{player} moves from {seller} to {buyer} for {fee} million crowns, the clubs said on {day}.',
      '{buyer} have signed {player}, {age}, from {seller} on a contract for {years} years.',
    ],
    details: [
      'The fee is {fee} million crowns; the contract runs for {years} years.',
      '{player.last}, {age}, scored {goals} goals for {seller} last season.',
      'The move was agreed on {day} night after the player’s agent, {agent}, had flown between the cities three times.',
      '{player.last} will wear number {shirt}, once worn by the club’s record scorer.',
    ],
    quotes: [
      '“I dreamed of this stadium, though in the dream it had a roof,” {player} said.',
      '“We did not buy a name, we bought a left foot,” coach {coach} said.',
    ],
    background: [
      '{buyer} had looked for a forward since the summer.',
      'It is the third most expensive move of the season.',
    ],
    outlook: ['{player.last} could play as early as Saturday.', 'The transfer window closes in nine days.'],
  },
  race: {
    subject: '{race}',
    headlines: [
      '{champion} wins stage {stage} of {race} by {seconds} seconds',
      '{champion.last} [attacks|breaks away] on final climb to win in {city}',
      '{race}: {runnerUp.last} beaten into second by {champion.last}',
      'Crash takes down {crashed} riders on road to {city}',
      '{champion.last}, {age}, conquers {region}',
    ],
    tabloid: [
      'King of the hills! {champion.last} leaves them gasping',
      'Carnage on wheels: {crashed} riders hit the tarmac',
    ],
    local: [
      '{city} lines the streets as {champion.last} rides to victory',
      'Roads around {city} reopen after {race}',
    ],
    business: ['{race} brings record crowds and sponsors to {city}'],
    updates: [
      '{champion.last} keeps stage win as jury rejects protest',
      '{crashed} riders in {race} crash: two out of the race',
    ],
    followUps: [
      'Can anyone catch {champion.last} in the {race}?',
      'Rest day in {city}: {runnerUp.last} plots revenge',
    ],
    leads: [
      '{champion} won stage {stage} of the {race} in {city} on {day}, {seconds} seconds ahead of {runnerUp}.',
      'With an attack on the last climb, {champion}, {age}, took stage {stage} of the {race} over {kilometres} kilometres from {start} to {city}.',
    ],
    details: [
      'The stage led over {kilometres} kilometres from {start} to {city}, through {region}.',
      '{crashed} riders fell on a wet descent thirty kilometres from the line.',
      '{runnerUp} came in {seconds} seconds later and keeps second place overall.',
      'A herd of goats crossed the road at the top of the pass; the jury stopped the clock for fifty seconds.',
    ],
    quotes: [
      '“My legs said no, but nobody asked them,” {champion} said at the finish.',
      '“Today was stronger than me. Tomorrow is another hill,” {runnerUp} said.',
    ],
    background: [
      'The {race} has been held for sixty-one years.',
      '{champion.last} had never won a mountain stage before.',
    ],
    outlook: ['The next stage is flat and suits the sprinters.', 'The race ends on Sunday in {capital}.'],
  },
};
