import { findDate } from '../metadata/calendar.ts';
import type { TextBlock } from './blocks.ts';

/**
 * Whether a line is boilerplate of the site: calls to share, to subscribe and to read on, lists of tags, author and date.
 * The words are mainly German and English, then the other large languages of the European and American press. Only short
 * lines are judged by their words alone.
 */
export function isBoilerplate(block: TextBlock): boolean {
  const { text } = block;
  const density = block.linked / text.length;
  if (/^[-–—*•·|_~#.…»«<>/+\s]{1,40}$/.test(text)) return true;
  if (text.length < 40 && LABEL.test(text)) return true;
  if (text.length < 250 && READ_ON.test(text) && (density > 0.2 || text.length < 140)) return true;
  if (text.length < 400 && INVITATION.test(text)) return true;
  if (text.length < 200 && TAGS.test(text) && (density > 0.3 || text.length < 50)) return true;
  if (text.length < 120 && CREDIT.test(text)) return true;
  if (text.length < 250 && FIGURE.test(text)) return true;
  if (isLoneLink(block)) return true;
  if (text.length < 90 && DATELINE.test(text)) return true;
  return text.length < 500 && IMPRINT.test(text);
}

/** A paragraph that is a single link leads to another page; in a list it may belong to the article. */
function isLoneLink({ text, linked, heading, list, table, images }: TextBlock): boolean {
  if (heading || list || table || images > 0 || /^(?:https?:|www\.)/.test(text)) return false;
  return text.length >= 15 && text.length < 160 && linked >= text.length * 0.9;
}

/** A separate line with author or date; only used for lines near the headline. */
export function isSignature(block: TextBlock): boolean {
  const { text } = block;
  if (text.length > 80 || block.heading || block.table || /[.!?]$/.test(text)) return false;
  return BYLINE.test(text) || (text.length < 50 && findDate(text) !== null);
}

/** About the author or how to reach them; only used for the last lines. */
export function isAboutAuthor({ text, heading }: TextBlock): boolean {
  return (
    heading === 0 &&
    ((text.length < 500 && BIOGRAPHY.test(text)) || (text.length < 200 && REACH_AUTHOR.test(text)))
  );
}

/** A heading that only boxes of the site follow. */
export function opensFurniture(block: TextBlock): boolean {
  return block.text.length < 80 && (CLOSING_HEADING.test(block.text) || READ_ON.test(block.text));
}

const LABEL = new RegExp(
  `^\\W*(?:${[
    'anzeigen?|werbung|advertisements?|anuncio|publicidad|publicit[eé]|pubblicit[aà]|reklama?|advertising|advertorial|sponsored|ad',
    'teilen|share|tweet(?:en)?|twittern|pin it|drucken|print|e-?mail|facebook|twitter|whatsapp|linkedin|xing|pinterest|instagram|telegram|youtube|rss|pocket|flipboard|reddit|tumblr|google\\+?|merken|gef[aä]llt mir|like|compartir|partager|condividi',
    'seite (?:teilen|drucken|empfehlen)|(?:artikel|beitrag) (?:teilen|drucken|empfehlen|versenden|weiterempfehlen|merken)|share this|share on \\w+|teilen auf.*|auf \\w+ teilen|send to a friend|per e-?mail|link kopieren|copy link',
    '(?:\\d+ )?(?:kommentare?|comments?|comentarios?|commentaires?|reacties|antworten|replies|responses|shares?)(?: \\(?\\d+\\)?)?',
    'kommentieren|kommentar (?:schreiben|verfassen|hinterlassen|abgeben)|leave a (?:reply|comment)|write a comment|post a comment|add comment|deja un comentario|schreib(?:e|en sie) (?:einen|den ersten) kommentar',
    'zur[uü]ck(?: zur| zum| nach)?(?: [\\p{L}-]+){0,3}|nach oben|seitenanfang|back to (?:top|home|overview)|weiter(?:lesen)?|mehr(?: lesen| erfahren| anzeigen| dazu| laden)?|read more|more|continue reading|show more|load more|leer m[aá]s|ver m[aá]s|lire la suite|n[aä]chste[rs]? (?:artikel|seite|beitrag)|vorherige[rs]? (?:artikel|seite|beitrag)|next(?: article| post| page)?|previous(?: article| post| page)?',
    'menu|men[uü]|suche|search|login|log in|anmelden|einloggen|registrieren|sign (?:in|up)|abonnieren|subscribe|newsletter|home|startseite|impressum|datenschutz|kontakt|contact|about|cookies?|sitemap|agb|privacy policy',
    'pdf|download|bild vergr[oö][sß]+ern|bildergalerie|fotostrecke|galerie|gallery|video|audio|play|abspielen|slideshow|zoom',
    'foto|fotos|bild|photo|image|imagen|symbolbild|archivbild|beitragsbild|illustration|copyright|quelle|source',
  ].join('|')})[\\s:.…»›>|!*-]*$`,
  'iu',
);

const READ_ON =
  /^[\s\p{P}\p{S}]*(?:(?:lesen|hören|sehen|schauen) sie (?:auch|dazu|mehr|hier|weiter|jetzt|außerdem|das)|lies (?:auch|hier|mehr|weiter|dazu)|auch (?:lesen|interessant|spannend)|mehr (?:zum thema|zu(?:m|r)? |dazu|aus |über |von |news|artikel|nachrichten|infos?|informationen)|(?:noch )?mehr (?:infos|zum)|siehe auch|passend dazu|zum weiterlesen|zum thema|weitere (?:artikel|beiträge|infos|informationen(?: (?:zum|zu|unter|finden|auf|gibt)|\W*$)|themen|meldungen|news|nachrichten|links|interessante)|das könnte (?:sie|dich|euch) (?:auch|ebenfalls|noch)?|dies? könnte (?:sie|dich)|(?:sie|dich|euch) (?:könnte|interessiert)|ähnliche (?:artikel|beiträge|themen|posts)|verwandte (?:artikel|themen|beiträge)|aktuelle (?:artikel|beiträge|berichte|news|meldungen)|empfehlungen$|empfohlen|read (?:also|more|next|this)|also (?:read|see|on)|see also|related(?::| ?(?:articles?|stor(?:y|ies)|posts?|content|links|topics|coverage|news))|more (?:on|from|about|stories|news|coverage|in|like this)[ :]|you (?:may|might|could) (?:also |be )|you'?ll also|recommended|further reading|don'?t miss|watch(?: this)?(?: next|:| now)|what to read next|lea (?:también|más|además|aquí)|lea:|lee (?:también|además|más)|leer (?:también|además)|le(?:s|e)? puede interesar|te (?:puede|podría) interesar|podría interesarte|vea (?:también|además|más)|ver (?:también|además)|mir[ae](?: también| además|:)|además:|contenido relacionado|noticias relacionadas|notas relacionadas|temas relacionados|otras noticias|más (?:noticias|información|sobre|en)|à lire (?:aussi|également|sur)|lire (?:aussi|également)|(?:à )?voir aussi|sur le même (?:sujet|thème)|czytaj (?:też|także|również|więcej|dalej)|zobacz (?:też|także|również|więcej)|przeczytaj (?:też|także|również)|polecamy|leggi anche|potrebbe interessarti|lees (?:ook|meer|verder)|leia (?:também|mais)|veja (?:também|mais)|saiba mais|čtěte (?:také|též)|läs (?:också|mer|även)|les også|læs også|lue myös|читайте (?:также|ещё|далее)|相关(?:阅读|新闻|报道)|関連記事)/iu;

const INVITATION =
  /(?:newsletter|mailing ?list).{0,80}(?:abonnieren|anmelden|bestellen|erhalten|eintragen|registrieren|sign ?up|subscribe|inbox|join|get )|(?:abonnieren|abonniere|anmelden|bestellen sie|subscribe|sign ?up|melde dich|jetzt kostenlos|suscríbe|abonnez|inscrivez|registrate|iscriviti).{0,60}(?:newsletter|mailing|updates?|posteingang|inbox|channel|kanal|canal|alerts?|telegram|boletín|edition)|(?:follow|folge?n?|folgt|folgen sie|síguenos|sigue|suivez|seguici|besuche?n? sie) (?:us|uns|mir|me|@|a |nous|unseren?)\b.{0,60}(?:facebook|twitter|instagram|youtube|telegram|whatsapp|google|social|tiktok|kanal|x\b)|download (?:the|our|.{0,20}) ?apps?\b|apps? for (?:ios|android)|app herunterladen|(?:download|available|erhältlich|laden|holen).{0,40}app store|unterstütze?n? (?:sie )?(?:uns|unsere? (?:arbeit|journalismus))|support (?:our|independent) (?:work|journalism)|spende(?:n)? (?:sie|jetzt|für)|become a (?:member|patron|subscriber)|jetzt (?:mitglied|abonnent)|your email address will not be published|e-?mail-adresse wird nicht veröffentlicht|akismet|kommentar.{0,40}(?:registrieren|anmelden|einloggen)|(?:log|sign) in to (?:comment|leave|post)|para comentar|hat (?:ihnen|dir) (?:der|dieser) (?:artikel|beitrag|text)|gefällt (?:ihnen|dir|euch) (?:der|dieser)|javascript (?:ist |is )?(?:deaktiviert|disabled|aktivieren|required)|(?:aktivieren|enable) (?:sie )?javascript|verwendet cookies|uses cookies|cookie-einstellungen|(?:dieser|der) (?:artikel|beitrag|text) (?:enthält|beinhaltet) (?:werbe|werbung|affiliate|werbliche)|affiliate[- ]?links?|as an amazon associate|(?:erhalte(?:n)?|bekomme(?:n)?) (?:ich|wir).{0,40}provision/iu;

const TAGS =
  /^\W*(?:tags?|tagged|schlagw(?:ort|orte|örter)|stichw(?:ort|orte|örter)|themen|keywords?|etiquetas|temas|mots[- ]clés|topics?|filed under|posted (?:in|under)|kategorien?|category|categories|rubriken?|ressort|abgelegt unter|verschlagwortet|getaggt|autor(?:en|in)?|author|written by|geschrieben von|veröffentlicht (?:in|von|unter)|tagi|trefwoorden|labels?)\b\s*(?:with|mit|in|unter)?\s*[:»|]?/iu;

const CREDIT =
  /^\W*(?:fotos?|bilder?|bildquelle|bildnachweis|bildrechte|titelbild|titelfoto|beitragsbild|symbolbild|symbolfoto|archivbild|archivfoto|photos?|photo credit|photograph|image|images|image credit|featured image|imagen|imágenes|fotografía|crédito|crédit|credits?|photographie|fot\.|zdjęcie|quelle|quellen|source|fuente|illustration|screenshot|grafik|video|copyright|pic|picture)\b\s*(?:by|von|vom|credit|courtesy)?\s*[:©/|(]|^\W*(?:©|\(c\)|&copy;)|(?:getty images|shutterstock|istock(?:photo)?|adobe ?stock|unsplash|pixabay|pexels|imago images|picture[- ]alliance|dpa|afp|reuters|apa)\W*$|^\(?(?:crédito|foto|bild|photo):/iu;

/** The line below a picture by the way it begins, or by who it names at its end. */
const FIGURE =
  /^(?:abbildung|abb\.|figure|fig\.|bild|foto|grafik|tabelle)\s*\d{1,2}\s*[:.|–-]|\((?:fotos?|bild|photos?|image|crédito|crédit|quelle|source|©)\b[^()]{0,60}\)\W*$|[|/] ?(?:fotos?|bild|photos?): [^.]{2,60}$/iu;

const MONTHS =
  'jan(?:uary|uar|\\.)?|j[aä]nner|feb(?:ruary|ruar|\\.)?|m[aä]rz|mar(?:ch|\\.)?|apr(?:il|\\.)?|mai|may|jun[ei]?|jul[iy]?|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|o[kc]t(?:ober|\\.)?|nov(?:ember|\\.)?|de[cz](?:ember|\\.)?';

const DATELINE = new RegExp(
  `^\\W*(?:(?:ver[oö]ffentlicht|erstellt|publiziert|erschienen|stand|datum|aktualisiert|zuletzt (?:aktualisiert|ge[aä]ndert|bearbeitet)|letzte (?:[aä]nderung|aktualisierung)|published|updated|posted|last (?:updated|modified)|created|publicado|actualizado|publi[eé]|date|fecha|mis à jour)(?: am| on| at| el| le| by| von)?\\s*:?\\s*)?(?:(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun)\\p{L}*[.,]?\\s*(?:der|den|the)?\\s*)?(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}(?:st|nd|rd|th)?\\.?\\s*(?:${MONTHS})\\.?,?\\s*\\d{2,4}|(?:${MONTHS})\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})(?:[\\s,|–-]*(?:um|at|ab)?\\s*\\d{1,2}[:.h]\\d{2}(?::\\d\\d)?\\s*(?:uhr|h|am|pm|a\\.m\\.|p\\.m\\.)?\\s*(?:\\(?[a-z]{2,4}\\)?)?)?\\W*$|^\\W*(?:lesezeit|lesedauer|reading time|temps de lecture|tiempo de lectura)\\W.{0,30}$|^\\W*\\d+\\s*(?:min|minuten|minutes?)\\.? (?:read|lesezeit|de lectura|de lecture)\\W*$`,
  'iu',
);

/** A line that names who wrote the text and says nothing else. */
const BYLINE =
  /^(?:[Vv]on|VON|[Bb]y|BY|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Tt]ext|[Aa]utor(?:in)?|[Aa]uthor|[Ww]ords|Geschrieben von|Written by|Posted by|Story by|Text von)\s*:?\s+\p{Lu}[\p{L}.'’-]*(?:,? (?:\p{Lu}[\p{L}.'’-]*|von|van|de|der|zu|und|and|&|y|et)){0,7}$/u;

const BIOGRAPHY =
  /^(?:\p{Lu}[\p{L}.'’-]+,? ){1,4}(?:is|was|covers|writes|has (?:covered|written|reported)|ist|war|schreibt|arbeitet|leitet|studierte|es|est)\b.{0,160}(?:reporter|editor|writer|correspondent|columnist|author of|journalist|contributor|redakteur|autor|korrespondent|freie[rs]? |chefredak|periodista|journaliste)/u;
const REACH_AUTHOR =
  /^\W*(?:follow|contact|e-?mail|reach|you can (?:reach|follow|find)|folgen sie|kontakt)\b.{0,80}(?:@|twitter|on x\b|facebook|linkedin|\bat\b.{0,40}\.(?:com|org|net|co))/iu;

const IMPRINT =
  /all rights reserved|alle rechte vorbehalten|todos los derechos reservados|tous droits réservés|wszelkie prawa zastrzeżone|diese[rs]? (?:eintrag|beitrag|artikel) wurde (?:am |von |unter |veröffentlicht|in )|der beitrag wurde (?:am|von|unter)|this entry was posted|this (?:post|article) was (?:first )?(?:published|posted) (?:in|on|by|under)|copyrighted property|(?:written )?permission must be obtained|©\s*(?:copyright|\d{4})|^copyright\b|^\W*(?:proudly )?powered by|^\W*th(?:is|e) (?:article|story|post|piece) (?:was )?originally (?:appeared|published)|erschien zuerst|bookmark the permalink|permalink|trackback|rss[- ]feed/iu;

const CLOSING_HEADING =
  /^\W*(?:(?:leser)?kommentare?|(?:\d+ )?(?:comments?|responses|antworten|kommentare|replies|thoughts on).{0,40}|leave a (?:reply|comment).*|diskussion|discussion|deine meinung|ihre meinung|schreibe? (?:einen|uns).*|(?:über|about) (?:den|die|the|der|das)? ?(?:autor|autorin|author|writer|verfasser).*|zur person|(?:der|die|unsere?) autor(?:in)?|teilen(?: sie)?.*|share (?:this|on|the).*|(?:diesen |diese )?(?:artikel|beitrag|seite|geschichte) (?:teilen|bewerten|weiterempfehlen).*|newsletter.*|most (?:read|popular|viewed).*|meistgelesen.*|am häufigsten gelesen|beliebt(?:e|este)?.*|top[- ](?:artikel|news|stories|themen)|neueste.*|latest.*|recent (?:posts|articles|stories|news).*|trending.*|popular.*|folge?n? (?:sie )?uns.*|follow us.*|stay connected.*|in eigener sache|produktempfehlung(?:en)?|anzeige|sponsored.*|pressekontakt.*|kontakt|ansprechpartner.*|contact|tags?|schlagworte?|themen|links?|downloads?|(?:mehr |weitere )?informationen|web-?links?|passende (?:artikel|produkte|themen).*|unsere (?:empfehlung|newsletter|themen|inhalte).*)\W*$/iu;
