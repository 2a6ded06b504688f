import type { Grammar } from '../grammar.ts';

/** Education and lifestyle. */
export const SOCIETY: Readonly<Record<string, Grammar>> = {
  exams: {
    subject: '{adjective} exam results',
    headlines: [
      '{passed} per cent pass school exams in {country}',
      'Exam results: pass rate moves {change} points to {passed} per cent',
      '{pupils} pupils in {country} get their results',
      'Teachers dispute meaning of {passed} per cent pass rate',
      '{school} in {city} tops exam table again',
      'Results day: {top} pupils score full marks',
    ],
    tabloid: [
      'Too easy? {passed}% pass and nobody fails woodwork',
      'Twins, triplets and a grandmother: results day joy',
    ],
    local: ['{city} schools: all exam results in one table', '{school} celebrates best year yet'],
    business: ['Employers in {country} unmoved by {passed} per cent pass rate'],
    updates: [
      'Marking error found in {adjective} mathematics exam',
      'Universities in {country} swamped after exam results',
    ],
    followUps: [
      'Appeals pour in the day after {country} exam results',
      'What now? Advice for those who missed the {adjective} pass mark',
    ],
    leads: [
      '{passed} per cent of {pupils} pupils in {country} passed their final exams, the ministry said on {day}, a change of {change} points.',
      'Results for {pupils} pupils were published in {country} on {day}; the pass rate stands at {passed} per cent.',
    ],
    details: [
      'The pass rate moved by {change} points. {top} pupils reached full marks in every subject.',
      'The gap between town and country narrowed; {city} did better than {capital}.',
      '{school} had the highest average of all schools in {city}.',
      'The mathematics paper was widely called unfair because of a question about ferries.',
      'Universities expect more applications than they have places.',
    ],
    quotes: [
      '“A number is not a future, but it opens doors,” education minister {minister} said.',
      '“We train for the test and then congratulate ourselves on the test,” said {union} of the teachers’ union.',
    ],
    background: [
      'The exams were reformed three years ago.',
      'Pupils in {country} sit papers in five subjects.',
    ],
    outlook: ['Appeals are possible for two weeks.', 'The ministry will review the mathematics paper.'],
  },
  lecturers: {
    subject: '{university} strike',
    headlines: [
      'Lectures cancelled as {staff} staff strike at {university}',
      '{days}-day strike begins at {university}',
      'Pay row: {university} offers {offer} per cent, union wants {demand}',
      '{students} students without lectures in {city}',
      'Rector {rector.last} appeals to strikers in {city}',
    ],
    tabloid: [
      'No lectures, no problem: {city} students hit the beach',
      'Professors on picket line: “We can’t afford tweed”',
    ],
    local: [
      '{city} students run their own lectures during strike',
      '{university} library stays open despite strike',
    ],
    business: ['{demand} per cent: university pay claim worries {capital}'],
    updates: [
      'Union at {university} rejects {offer} per cent offer',
      'Talks resume in {city} university strike',
    ],
    followUps: [
      'Who pays for lost lectures? Students ask {university}',
      'Day two of {university} strike: soup and seminars',
    ],
    leads: [
      '{staff} members of staff at the {university} began a {days}-day strike on {day}, and most lectures for {students} students were cancelled.',
      'A strike over pay stopped teaching at the {university} on {day}; staff want {demand} per cent more, the rector offers {offer}.',
    ],
    details: [
      'The union demands {demand} per cent more pay; the offer stands at {offer} per cent.',
      '{students} students are affected. Examinations are to go ahead.',
      'The strike is planned for {days} days.',
      'Picketers outside the main gate served soup and gave free lectures on thermodynamics.',
    ],
    quotes: [
      '“We love this place, but love does not pay rent,” said {union} of the staff union.',
      '“The money is simply not there,” rector {rector} said.',
    ],
    background: [
      'Real pay at universities in {country} has fallen for six years.',
      'It is the first strike at the {university} since it was founded.',
    ],
    outlook: ['Talks are to resume on Thursday.', 'Other universities may follow next month.'],
  },
  fair: {
    subject: '{fair} in {city}',
    headlines: [
      '{visitors} [visitors|guests] come to {fair} in {city}',
      '{fair} [opens|begins] with {stalls} stalls and {dish}',
      '{city} celebrates: record crowd at {fair}',
      'Beds {beds} per cent full: {fair} fills {city}',
      '{fair} in {city}: the {days} best days of the year',
    ],
    tabloid: ['Kiss, spill, repeat: our night at {fair}', '{baker.last}’s GIANT cake collapses at {fair}'],
    local: [
      '{fair}: programme, parking and where to eat {dish}',
      'Thank you, {city}: helpers tidy up after {fair}',
    ],
    business: ['{fair} brings {visitors} spenders to {city} hotels'],
    updates: ['{fair} closes gates early as crowd hits {visitors}', 'Rain does not stop {fair} in {city}'],
    followUps: [
      '{organiser.last} plans even bigger {fair} next year',
      'Too full? {city} debates the future of {fair}',
    ],
    leads: [
      '{visitors} people came to {fair} in {city}, organisers said on {day}, more than ever since the fair began in {year}.',
      '{fair} opened in {city} on {day} with {stalls} stalls, lanterns on the river and long queues for {dish}.',
    ],
    details: [
      '{stalls} stalls line the river for {days} days. {dish.cap} were the favourite of the first night.',
      'Hotels in {city} report that {beds} per cent of beds are taken.',
      'The fair has been held since {year}, with a break of four years.',
      'Baker {baker} presented a cake in the shape of the cathedral; the north tower leaned.',
      'Trains run all night while the fair lasts.',
    ],
    quotes: [
      '“For {days} days we are the nicest city in the world,” organiser {organiser} said.',
      '“I come for the music and stay for {dish},” said {witness}.',
    ],
    background: ['{fair} goes back to a vow made in {year}.', 'Last year heavy rain kept many guests away.'],
    outlook: [
      'The fair ends on Sunday with fireworks without noise.',
      'Next year’s dates will be announced in spring.',
    ],
  },
  craze: {
    subject: '{dish} craze',
    headlines: [
      'Why [everyone|all of {city}] is queueing for {dish}',
      '{chef}’s {dish} are the dish of the season',
      '{queue} minutes in line for {dish} at {restaurant}',
      'From {city} to the world: the rise of {dish}',
      '{dish.cap} for {price} crowns: worth it?',
    ],
    tabloid: ['I ate {dish} for a week and this happened', 'Fists fly in queue for {dish}'],
    local: [
      '{restaurant} in {city} sells {portions} portions a day',
      '{city} neighbours tired of queue for {dish}',
    ],
    business: ['{copies} restaurants copy {restaurant} hit', 'How {restaurant} turned {dish} into money'],
    updates: [
      '{restaurant} limits {dish} to two per guest',
      '{chef.last} shares recipe for {dish}, leaves out one step',
    ],
    followUps: ['The end of {dish}? {city} moves on', 'Recipe: {dish} at home in forty minutes'],
    leads: [
      'People in {city} wait up to {queue} minutes for {dish}, which {chef} began to serve at {restaurant} {weeks} weeks ago.',
      '{restaurant} in {city} sells {portions} portions of {dish} a day, and {copies} other kitchens have copied the idea.',
    ],
    details: [
      'A portion costs {price} crowns. {portions} are sold on a good day.',
      '{chef} came upon the dish by mistake when a delivery went wrong {weeks} weeks ago.',
      'At least {copies} restaurants in {country} now offer {dish} of their own.',
      'Dietitian {dietitian} advises enjoying them “with a walk before and after”.',
    ],
    quotes: [
      '“It is my grandmother’s idea and my accountant’s dream,” {chef} said.',
      '“It tastes like a holiday you cannot quite remember,” said {witness}, who had waited {queue} minutes.',
    ],
    background: [
      'Food crazes in {city} last about three months, as a rule.',
      '{restaurant} had been close to shutting in the spring.',
    ],
    outlook: ['A second kitchen opens next month.', '{chef.last} is already working on a winter version.'],
  },
};
