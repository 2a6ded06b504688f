/**
 * Folded words without meaning for a search. A query of nothing but stop words, such as the name of a band, is
 * searched in titles.
 */
export function isStopWord(word: string, language: string): boolean {
  return LISTS[language]?.has(word) ?? false;
}

const WORDS: Readonly<Record<string, string>> = {
  en: 'a about above after again against all also am an and any are as at be because been before being below between both but by can could did do does doing down during each few for from further had has have having he her here hers herself him himself his how i if in into is it its itself just may me more most must my myself no nor not now of off on once only or other our ours out over own same shall she should so some such than that the their theirs them themselves then there these they this those through to too under until up upon us very was we were what when where which while who whom whose why will with would you your yours s t',
  de: 'aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dem den der des die dies diese diesem diesen dieser dieses doch dort durch ein eine einem einen einer eines er es fur hat hatte haben hier ich ihr ihre im in ist ja kann kein keine konnen mehr mit nach nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so uber um und uns unter vom von vor war waren was wenn werden wie wieder wird wir wurde wurden zu zum zur',
  fr: 'a ai au aux avec ce ces cet cette comme dans de des du elle elles en est et etait etre eux il ils je la le les leur leurs lui ma mais me meme mes moi mon ne nos notre nous on ont ou par pas plus pour qu que qui sa sans se ses si son sont sur ta te tes toi ton tu un une vos votre vous y',
  es: 'a al algo como con cual cuando de del desde donde el ella ellas ellos en entre era es esta estan este esto ha han hasta hay la las le les lo los mas me mi muy no nos o os otra otro para pero por porque que quien se ser si sin sobre son su sus te tiene todo tu un una uno y ya yo',
  pt: 'a ao aos as ate com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta este eu foi ha isso ja lhe mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso o os ou para pela pelo por qual quando que quem se sem ser seu sua sao so tambem te tem um uma voce',
  it: 'a ad ai al alla alle anche che chi ci come con cui da dal dalla dei del della delle di e ed era gli ha hanno i il in io la le lei lo loro ma mi ne nei nel nella noi non o per piu quale quando quella quello questa questo se si sono su sua sul sulla suo tra un una uno voi',
  nl: 'aan al als ben bij dan dat de der deze die dit doch doen door dus een en er ge geen haar had heb hebben heeft hem het hier hij hoe hun ik in is ja je kan kon maar me meer men met mij mijn moet na naar niet nog nu of om omdat ons ook op over te tegen toch toen tot u uit uw van veel voor want waren was wat we wel werd wie wij wil worden zal ze zei zich zij zijn zo zonder zou',
  ru: 'а без более бы был была были было быть в вам вас весь во вот все всего вы где да для до его ее если есть еще же за и из или им их к как ко когда кто ли либо мне может мы на над надо наш не него нее нет ни них но ну о об однако он она они оно от очень по под при с со так также такой там те тем то того тоже той только том ты у уже хотя чего чеи чем что чтобы эта эти это я',
  sv: 'alla att av blev bli da de dem den denna det detta dig din du efter ej eller en er ett fran for ha hade han hans har hon honom hur i icke in inte jag kan man med men mig min mot mycket ni nu nar nagon och om oss pa samma sedan sig sin sina som sa till under upp ut vad var vi vid ar over',
  pl: 'a aby ale bo by byc byl byla bylo byly co czy dla do gdy gdzie go i ich ile im ja jak jako je jego jej jest jeszcze juz kiedy kto ktora ktore ktory lub ma mi mnie moze na nad nie nim niz no o od on ona one oni po pod przed przez przy sa sie so ta tak tam te tego tej ten to tu ty tylko u w we wiec z za ze',
  tr: 've bir bu da de icin ile o ne mi ama cok daha en gibi her ki olan olarak sonra var ya',
};

const LISTS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(' '))]),
);
