import type { Language, Topic } from '../types.ts';

/** Opinion, advice and memories: articles without an event. */
export interface Column {
  readonly topic: Topic;
  readonly headline: string;
  readonly paragraphs: readonly string[];
}

const english = (topic: Topic, headline: string, ...own: string[]): Column => ({
  topic,
  headline,
  paragraphs: [
    ...own,
    'I put the question to {person}, who has [lived in {city} for {bigger} years|thought about little else since spring], and got [a shrug and a biscuit|an answer that filled {number} pages].',
    'There is [a saying|an old joke] in {city}: [the river is never in a hurry and always on time|if you want an opinion, ask; if you want two, wait].',
    'Readers have written [{bigger} letters|more letters than I can answer] about this, and {number} of them were polite.',
    '{friend} disagrees, as [always|friends should], and has promised [a reply in these pages|to say so over dinner].',
    'None of this is [new|urgent]. That is [why it deserves a {day} morning|rather the point].',
  ],
});

/** The smaller languages share a few sentences that fit any column. */
const withShared =
  (shared: readonly string[]) =>
  (topic: Topic, headline: string, ...own: string[]): Column => ({
    topic,
    headline,
    paragraphs: [...own, ...shared],
  });

const german = withShared([
  'Ich habe {friend} gefragt und bekam [ein Achselzucken und einen Keks|eine Antwort von {number} Seiten].',
  'In {city} sagt man: [Der Fluss hat es nie eilig und kommt immer an|Wer eine Meinung will, fragt; wer zwei will, wartet].',
  'Dazu kamen {bigger} Leserbriefe, [von denen {number} höflich waren|die meisten mit grüner Tinte].',
  'Nichts davon ist [neu|eilig]. Gerade deshalb [gehört es auf diese Seite|verdient es einen {day}].',
  'Vor {years} Jahren hätte man [darüber gelacht|dafür einen Ausschuss gegründet].',
]);
const french = withShared([
  'J’ai posé la question à {friend} et reçu [un haussement d’épaules et un biscuit|une réponse de {number} pages].',
  'On dit à {city} : [le fleuve n’est jamais pressé et toujours à l’heure|pour un avis, demandez ; pour deux, attendez].',
  'Nous avons reçu {bigger} lettres, [dont {number} polies|presque toutes à l’encre verte].',
  'Rien de cela n’est [neuf|urgent], et c’est [tout l’intérêt|pourquoi il mérite un {day}].',
  'Il y a {years} ans, on en aurait [ri|fait une commission].',
]);
const spanish = withShared([
  'Pregunté a {friend} y recibí [un encogimiento de hombros y una galleta|una respuesta de {number} páginas].',
  'En {city} se dice: [el río nunca tiene prisa y siempre llega|quien quiere una opinión pregunta; quien quiere dos espera].',
  'Llegaron {bigger} cartas, [{number} de ellas amables|casi todas en tinta verde].',
  'Nada de esto es [nuevo|urgente], y por eso [merece un {day}|está en esta página].',
  'Hace {years} años [nos habríamos reído|habría hecho falta una comisión].',
]);
const russian = withShared([
  'На этот вопрос {friend} отвечает [печеньем и улыбкой|письмом на {number} страниц].',
  'Здесь говорят: [река не спешит, но приходит вовремя|хочешь мнение — спроси, хочешь два — подожди].',
  'Пришло {bigger} писем, [вежливых — {number}|почти все зелёными чернилами].',
  'Ничего [нового|срочного] в этом нет, [и хорошо|тем интереснее].',
  '{years} лет назад об этом [посмеялись бы|создали бы комиссию].',
]);

export const COLUMNS: Readonly<Record<Language, readonly Column[]>> = {
  en: [
    english(
      'politics',
      'Opinion: {leader.last} should [listen more and announce less|try silence for {number} weeks]',
      'A government that announces something every day has, in the end, announced nothing. {leader} would do well to spend {number} weeks listening.',
      'The best law of the past {years} years was {number} lines long and nobody remembers who wrote it.',
    ),
    english(
      'politics',
      'Letters: {number} readers on [the price of bread|potholes|the mayor’s hat]',
      'This week’s postbag was heavy with [bread|potholes|hats]. We print {number} letters, shortened where they rhymed.',
      'Several readers wondered whether {capital} knows that {city} exists.',
    ),
    english(
      'lifestyle',
      '{number} quiet places in {city} for a [rainy|slow] {day}',
      'The reading room behind the old customs house has {number} chairs and no clock.',
      'Go early to the walled garden; after ten it belongs to the pigeons and the chess players.',
    ),
    english(
      'lifestyle',
      'Recipe: {dish} in {bigger} minutes',
      'The secret of {dish} is to stop when you think you need one minute more.',
      'Serves {number}, or one person who has had a long {day}. Leftovers keep until the neighbours smell them.',
    ),
    english(
      'lifestyle',
      'How to [fold a map|sharpen a pencil|brew tea on a train]: a short guide',
      'Most people do it in a hurry, which is the first of {number} mistakes.',
      'You need patience, a flat surface and about {number} minutes.',
    ),
    english(
      'technology',
      'Review: I lived with the {gadget} for {number} weeks',
      'On the first day I admired the {gadget}. By the end of week {number} I had stopped noticing it, which is higher praise.',
      'The battery lasts, the hinge creaks, and the manual was clearly translated by an optimist.',
    ),
    english(
      'technology',
      'Why I went back to a [paper diary|telephone with buttons|bicycle without a motor]',
      'It does not ring. It does not update. In {number} months it has not once asked how I felt about it.',
      'My grandchildren believe it is broken, because nothing on it moves.',
    ),
    english(
      'entertainment',
      'Ten years on, “{film}” is better than we thought',
      'When “{film}” came out, {number} critics left before the end. I was one of them.',
      'Seen again in a half-empty cinema in {city}, its slowness turned out to be its subject.',
    ),
    english(
      'entertainment',
      '{number} books to read before {fair}',
      'The first is a novel of {bigger} chapters in which nothing is stolen and everyone is suspected.',
      'The last is a cookbook, but read it as a memoir.',
    ),
    english(
      'sports',
      'Column: bring back [muddy pitches|the cup replay|the wooden stand]',
      'Football was never meant to be clean. {number} of the best goals I saw were scored in fog.',
      'My father stood in that wooden stand for {bigger} seasons and saw perhaps {number} good matches.',
    ),
    english(
      'sports',
      'The forgotten champion of {city}',
      '{person} won {number} races in {number} weeks, {years} years ago, and then opened a bakery.',
      'The medals are in a biscuit tin; the tin is under the stairs.',
    ),
    english(
      'science',
      'Ask the scientist: why is [the sea salty|the sky dark at night|bread springy]?',
      'The short answer takes one line and is wrong. The long one took {years} years to find.',
      'You can try it at home with {number} glasses, some salt and a tolerant family.',
    ),
    english(
      'health',
      'Do {bigger} minutes of walking a day [suffice|really help]? What the evidence says',
      'The best study followed people for {number} years and found that the ones who walked also smiled at dogs.',
      'Doctors I asked agree on one thing: the second walk is easier than the first.',
    ),
    english(
      'business',
      'How a [button maker|bell foundry|mustard mill] in {city} survived {years} years',
      'The firm has {bigger} employees, {number} of them called {person.last}.',
      'It has never borrowed money, and it has never hurried.',
    ),
    english(
      'business',
      'Your money: {number} habits of people who never worry about bills',
      'They know what they earn, what they owe, and where the receipts are; that is {number} habits in one.',
      'The rest is arithmetic and an envelope.',
    ),
    english(
      'education',
      'What {bigger} years of teaching taught me',
      'Children forgive a dull lesson and never an unfair one.',
      'In {number} of my classes sat a future mayor; I did not notice in any of them.',
    ),
    english(
      'climate',
      'Diary of a hedge: what grows in {city} this month',
      'The hazel is {number} days early, the swifts are late, and the moss does as it likes.',
      'A garden is a slow newspaper.',
    ),
    english(
      'world',
      'Postcard from {city}: life at the slow end of the map',
      'The train arrives {number} times a week and each time half the town is there to see who gets off.',
      'There is one hotel, one opinion about the weather and {bigger} about the mayor.',
    ),
    english(
      'nation',
      '{years} years ago today: the day {city} [lost its clock|got its bridge|voted for a goat]',
      'It was raining, as all {number} surviving accounts agree.',
      'The archive keeps a photograph in which {number} people look at the camera and one looks at the river.',
    ),
  ],
  de: [
    german(
      'politics',
      'Kommentar: {leader.last} sollte weniger ankündigen',
      'Wer jeden Tag etwas ankündigt, hat am Ende nichts angekündigt.',
      '{leader} täte gut daran, {number} Wochen lang nur zuzuhören.',
      'Das beste Gesetz der letzten {years} Jahre war {number} Zeilen lang.',
      '{person} sieht das anders und wird es gewiss schreiben.',
    ),
    german(
      'lifestyle',
      '{number} stille Orte in {city} für einen langsamen {day}',
      'Der Lesesaal hinter dem alten Zollhaus hat {number} Stühle und keine Uhr.',
      'In den Garten gehe man früh; nach zehn gehört er den Tauben.',
      '{person} kennt jeden dieser Orte und verrät noch {number} weitere nicht.',
    ),
    german(
      'technology',
      'Im Test: {number} Wochen mit „{gadget}“',
      'Am ersten Tag bewundert man das Gerät, nach {number} Wochen vergisst man es, und das ist ein Lob.',
      'Der Akku hält, das Scharnier knarzt, die Anleitung ist zuversichtlich.',
      'Für {bigger} Kronen weniger wäre es ein guter Kauf.',
    ),
    german(
      'sports',
      'Die vergessene Größe von {city}',
      '{person} gewann vor {years} Jahren {number} Rennen und eröffnete dann eine Bäckerei.',
      'Die Medaillen liegen in einer Keksdose unter der Treppe.',
      'Darüber gesprochen wird in {city} nur auf Nachfrage.',
    ),
    german(
      'nation',
      'Vor {years} Jahren: der Tag, an dem {city} seine Uhr verlor',
      'Es regnete, darin sind sich alle {number} Berichte einig.',
      'Im Archiv liegt ein Bild, auf dem {number} Menschen in die Kamera schauen.',
      'Die Uhr fand sich {number} Jahre später im Fluss.',
    ),
  ],
  fr: [
    french(
      'politics',
      'Tribune : {leader.last} devrait annoncer moins',
      'À force d’annoncer chaque jour, on n’annonce plus rien.',
      '{leader} gagnerait à écouter pendant {number} semaines.',
      'La meilleure loi de ces {years} dernières années tenait en {number} lignes.',
      '{person} n’est pas de cet avis et le fera savoir.',
    ),
    french(
      'lifestyle',
      '{number} lieux calmes à {city} pour un {day} sans hâte',
      'La salle de lecture compte {number} chaises et aucune horloge.',
      'Au jardin, venez tôt : après dix heures, il est aux pigeons.',
      '{person} connaît {number} autres adresses et les garde.',
    ),
    french(
      'technology',
      'Essai : {number} semaines avec « {gadget} »',
      'Le premier jour on l’admire, ensuite on l’oublie, et c’est un compliment.',
      'La charnière grince, la notice est optimiste.',
      'À {bigger} couronnes de moins, on dirait oui.',
    ),
    french(
      'sports',
      'La gloire oubliée de {city}',
      '{person} a gagné {number} courses il y a {years} ans, puis ouvert une boulangerie.',
      'Les médailles dorment dans une boîte à biscuits.',
      'On n’en parle à {city} que si on le demande.',
    ),
    french(
      'entertainment',
      'Revoir « {film} », et changer d’avis',
      'À sa sortie, {number} critiques étaient partis avant la fin.',
      'Sa lenteur était son sujet.',
      'On le revoit avec {person}, qui dort au même endroit.',
    ),
  ],
  es: [
    spanish(
      'politics',
      'Tribuna: {leader.last} debería anunciar menos',
      'Quien anuncia algo cada día acaba por no anunciar nada.',
      '{leader} haría bien en escuchar durante {number} semanas.',
      'La mejor ley de los últimos {years} años tenía {number} líneas.',
      '{person} no está de acuerdo y lo dirá.',
    ),
    spanish(
      'lifestyle',
      '{number} rincones tranquilos de {city} para un {day} sin prisa',
      'La sala de lectura tiene {number} sillas y ningún reloj.',
      'Al jardín hay que ir temprano: después es de las palomas.',
      '{person} conoce {number} más y no los cuenta.',
    ),
    spanish(
      'technology',
      'A prueba: {number} semanas con «{gadget}»',
      'El primer día se admira, después se olvida, y eso es un elogio.',
      'La bisagra cruje y el manual es optimista.',
      'Con {bigger} coronas menos sería una buena compra.',
    ),
    spanish(
      'sports',
      'La gloria olvidada de {city}',
      '{person} ganó {number} carreras hace {years} años y abrió una panadería.',
      'Las medallas están en una lata de galletas.',
      'En {city} solo se habla de ello si se pregunta.',
    ),
    spanish(
      'entertainment',
      'Volver a ver «{film}» y cambiar de opinión',
      'En su estreno, {number} críticos se fueron antes del final.',
      'Su lentitud era su tema.',
      'La vimos con {person}, que se durmió en el mismo sitio.',
    ),
  ],
  ru: [
    russian(
      'politics',
      'Мнение: меньше обещать, больше слушать',
      'Кто обещает каждый день, не обещает ничего.',
      'Лучший закон за {years} лет занял {number} строк.',
      'Читатели прислали {bigger} писем, вежливых — {number}.',
    ),
    russian(
      'lifestyle',
      'Тихие места города {city}: выбираем {number}',
      'В читальном зале стульев {number}, а часов нет.',
      'В сад лучше идти рано: потом он принадлежит голубям.',
      '{person} знает ещё {number} и не расскажет.',
    ),
    russian(
      'sports',
      'Забытая слава города {city}',
      '{person}: {number} побед {years} лет назад, а потом — своя пекарня.',
      'Медали лежат в коробке из-под печенья.',
      'Об этом здесь рассказывают, только если спросить.',
    ),
  ],
};
