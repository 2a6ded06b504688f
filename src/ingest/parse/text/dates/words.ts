/** The possible meanings of a word in a date, other than a zone; several where languages disagree (`mar`). */
export function meaningOf(word: string): Meaning {
  const folded = foldWord(word);
  const month = MONTHS.get(folded);
  const weekday = WEEKDAYS.get(folded);
  return { month, weekday, meridiem: meridiemOf(folded), ignorable: IGNORABLE.has(folded) };
}

/** Without accents, so that `fevrier`, `février` and a decomposed `février` are one word. */
export function foldWord(word: string): string {
  if (/^[a-z]*$/.test(word)) return word;
  return word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** Han and Hangul have no spaces, so the sign is searched for inside the word. */
function meridiemOf(word: string): 'am' | 'pm' | undefined {
  if (MORNING.has(word) || /午前|上午|오전|凌晨|早上/.test(word.normalize('NFC'))) return 'am';
  if (AFTERNOON.has(word) || /午後|下午|오후|晚上/.test(word.normalize('NFC'))) return 'pm';
  return undefined;
}

/**
 * Every name can be abbreviated after its third letter, if the abbreviation means one month in all languages. Other
 * abbreviations are listed, and take precedence.
 */
function byPrefix(lists: readonly string[], first: number): ReadonlyMap<string, number> {
  const meanings = new Map<string, number>();
  const ambiguous = new Set<string>();
  lists.forEach((list, index) => {
    for (const name of list.split(' ').map(foldWord)) {
      for (let length = Math.min(3, name.length); length < name.length; length++) {
        const cut = name.slice(0, length);
        if ((meanings.get(cut) ?? index + first) !== index + first) ambiguous.add(cut);
        meanings.set(cut, index + first);
      }
    }
  });
  for (const cut of ambiguous) meanings.delete(cut);
  lists.forEach((list, index) => {
    for (const name of list.split(' ').map(foldWord)) meanings.set(name, index + first);
  });
  return meanings;
}

/** Where two languages use one word for two months (listopad), the language with more feeds wins. */
const MONTHS = byPrefix(
  [
    'jan january januar janvier enero ene gennaio gen janeiro januari januarie tammikuuta styczeń stycznia sty leden ledna led január januára ianuarie ocak oca január январь января янв січень січня січ януари јануар ιανουάριος ιανουαρίου ιαν jaanuar sausio janvāris janvāra siječanj siječnja ינואר בינואר يناير जनवरी มกราคม มค',
    'feb february februar février fév fevr fev febrero febbraio fevereiro februari februarie helmikuuta luty lutego lut únor února úno február februára feber şubat şub február февраль февраля фев лютий лютого лют февруари фебруар φεβρουάριος φεβρουαρίου φεβ φλεβάρης veebruar vasario februāris februāra veljača veljače פברואר בפברואר فبراير फरवरी फ़रवरी กุมภาพันธ์ กพ',
    'mar march märz mär mrz mars marzo marz março maart mrt maret maaliskuuta marzec marca březen března bře marec martie mart március márc март марта мар березень березня бер μάρτιος μαρτίου μαρ μάρ märts kovo marts ožujak ožujka ožu מרץ במרץ מרס مارس मार्च มีนาคม มีค',
    'apr april avril avr abril abr aprile huhtikuuta kwiecień kwietnia kwi duben dubna dub apríl apríla aprilie nisan nis április ápr апрель апреля апр квітень квітня кві април απρίλιος απριλίου απρ aprill balandžio aprīlis aprīļa travanj travnja tra אפריל באפריל أبريل ابريل अप्रैल เมษายน เมย',
    'may mai mayo maggio mag maio mei toukokuuta maj maja květen května kvě máj mája mayıs május máj май мая мај травень травня тра μάιος μαΐου μάι mai gegužės maijs maijā svibanj svibnja svi מאי במאי مايو मई พฤษภาคม พค',
    'jun june juni juin jui junio giugno giu junho kesäkuuta czerwiec czerwca cze červen června čvn jún júna iunie iun haziran haz június jún июнь июня июн червень червня чер юни јун ιούνιος ιουνίου ιουν ιούν juuni birželio jūnijs jūnija lipanj lipnja יוני ביוני يونيو यूनी जून มิถุนายน มิย',
    'jul july juli juillet juil julio luglio lug julho heinäkuuta lipiec lipca lip červenec července čvc júl júla iulie iul temmuz tem július júl июль июля июл липень липня лип юли јул ιούλιος ιουλίου ιουλ ιούλ juuli liepos jūlijs jūlija srpanj srpnja srp יולי ביולי يوليو जुलाई กรกฎาคม กค',
    'aug august août aout aoû agosto ago augustus agustus agt elokuuta sierpień sierpnia sie srpen srpna august augusta ağustos ağu augusztus август августа авг серпень серпня сер αύγουστος αυγούστου αύγ αυγ augustā augusts rugpjūčio kolovoz kolovoza kol אוגוסט באוגוסט أغسطس اغسطس अगस्त สิงหาคม สค',
    'sep sept september septembre septiembre setiembre settembre set setembro syyskuuta wrzesień września wrz září zář szeptember szept septembrie eylül eyl сентябрь сентября сен сент вересень вересня вер септември септембар σεπτέμβριος σεπτεμβρίου σεπ σεπτ rugsėjo septembris septembra rujan rujna ruj ספטמבר בספטמבר سبتمبر सितंबर सितम्बर กันยายน กย',
    'oct october oktober okt octobre octubre ottobre ott outubro out lokakuuta październik października paź říjen října říj október októbra octombrie ekim eki október октябрь октября окт жовтень жовтня жов октомври октобар οκτώβριος οκτωβρίου οκτ oktoober spalio oktobris oktobra אוקטובר באוקטובר أكتوبر اكتوبر अक्टूबर अक्तूबर ตุลาคม ตค',
    'nov november novembre noviembre novembro marraskuuta listopad listopada lis listopadu novembra noiembrie noi kasım kas november ноябрь ноября ноя нояб листопад листопада лис ноември новембар νοέμβριος νοεμβρίου νοε νοέ lapkričio novembris studeni studenoga studenog stu נובמבר בנובמבר نوفمبر नवंबर नवम्बर พฤศจิกายน พย',
    'dec december dezember dez décembre déc diciembre dic dicembre dezembro des desember joulukuuta grudzień grudnia gru prosinec prosince pro decembra decembrie aralık ara december декабрь декабря дек грудень грудня гру декември децембар δεκέμβριος δεκεμβρίου δεκ δεκέ detsember gruodžio decembris desember prosinac prosinca דצמבר בדצמבר ديسمبر दिसंबर दिसम्बर ธันวาคม ธค',
  ],
  1,
);

const WEEKDAYS = byPrefix(
  [
    'sunday sonntag so dimanche domingo domenica zondag zo søndag söndag sunnuntai su niedziela nd ndz neděle ne nedeľa duminică pazar paz pzr vasárnap воскресенье вс вск неділя нд неделя κυριακή κυρ nedjelja ned недеља yom ראשון الأحد रविवार minggu chủ',
    'monday montag mo lundi lunes lunedì segunda seg maandag ma mandag måndag mån maanantai poniedziałek pon pn pondělí po pondelok luni pazartesi pzt hétfő hét понедельник пн понеділок понеделник δευτέρα δευ δευτ ponedjeljak понедељак שני الاثنين सोमवार senin',
    'tuesday tues tue dienstag di mardi mar martes martedì terça ter dinsdag tirsdag tisdag tis tiistai ti wtorek wt úterý út utorok marți salı sal kedd вторник вт вівторок τρίτη τρι τρίτ utorak uto уторак שלישי الثلاثاء मंगलवार selasa',
    'wednesday weds wed mittwoch mi mercredi miércoles mié mercoledì quarta qua woensdag wo wo onsdag keskiviikko ke środa śr śro středa st streda miercuri çarşamba çar szerda sze среда ср середа сряда τετάρτη τετ τετά srijeda sri רביעי الأربعاء बुधवार rabu',
    'thursday thurs thur thu donnerstag do jeudi jueves giovedì quinta qui donderdag torsdag torstai to czwartek czw čtvrtek čt štvrtok joi perşembe per csütörtök csüt четверг чт четвер четвъртък πέμπτη πέμ πέμπ četvrtak čet четвртак חמישי الخميس गुरुवार kamis',
    'friday freitag fr vendredi viernes vie venerdì sexta sex vrijdag vr fredag perjantai pe piątek pt pią pátek pá piatok vineri cuma cum péntek pén пятница пт пʼятниця петък παρασκευή παρ petak pet петак שישי الجمعة शुक्रवार jumat',
    'saturday samstag sonnabend sa samedi sábado sabato zaterdag za lørdag lördag lauantai la sobota sob so sb sobota sâmbătă sam cumartesi cmt cts szombat szo суббота сб субота събота σάββατο σάβ σαβ subota sub שבת السبت शनिवार sabtu',
  ],
  0,
);

const MORNING = new Set(['am', 'пп', 'πμ', 'ص', 'öö', 'rano', 'утра']);
const AFTERNOON = new Set(['pm', 'μμ', 'م', 'вечера', 'дня']);

/** Words between the parts of a date that carry no information. */
const IGNORABLE = new Set(
  (
    'at of the on to de del du di des le la el las los den der dem am um uhr kl klo om à a as às alle ore ora o og ob ' +
    'h hrs hr hours uur godz год года году г р року рік ч час в у и на το στις ημέρα ngày lúc giờ năm pukul jam yil ' +
    'yılı saat feira hora horas heures min и t th nd rd st year date time an d yr il dd i dia día mes'
  )
    .split(' ')
    .map(foldWord),
);

export interface Meaning {
  readonly month: number | undefined;
  /** 0 is Sunday. */
  readonly weekday: number | undefined;
  readonly meridiem: 'am' | 'pm' | undefined;
  readonly ignorable: boolean;
}
