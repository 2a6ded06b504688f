import type { Grammar } from '../grammar.ts';

export const GERMAN_PUBLIC: Readonly<Record<string, Grammar>> = {
  earthquake: {
    subject: 'Erdbeben bei {city}',
    headlines: [
      'Schweres Erdbeben [erschüttert|trifft] {city}: mindestens {deaths} Tote',
      'Beben der Stärke {magnitude} in {country}, {injured} Verletzte',
      '{homes} Häuser beschädigt – Helfer graben in {city} mit bloßen Händen',
      '{country}: Tausende verbringen die Nacht nach dem Beben im Freien',
    ],
    tabloid: ['Bebenhölle in {city}! {deaths} Tote', '„Die Wände klappten einfach um“'],
    local: [],
    business: ['Erdbeben legt Häfen und Fabriken in {country} still'],
    updates: [
      'Zahl der Toten in {city} steigt auf {deaths}',
      'Nachbeben behindern Helfer: jetzt {injured} Verletzte in {country}',
    ],
    followUps: [
      '{country} trauert um {deaths} Bebenopfer',
      'Warum stürzten so viele Häuser ein? Fragen nach dem Beben von {city}',
    ],
    leads: [
      'Bei einem Erdbeben der Stärke {magnitude} nahe {city} in {country} sind am {day} mindestens {deaths} Menschen ums Leben gekommen, {injured} wurden verletzt.',
      'Ein heftiges Beben hat am {day} die Gegend um {city} erschüttert. {deaths} Menschen starben, {injured} wurden verletzt.',
    ],
    details: [
      'Das Beben ereignete sich in {depth} Kilometern Tiefe und war bis {capital} zu spüren.',
      'Etwa {homes} Häuser sind beschädigt oder zerstört, wie eine erste Zählung ergab.',
      'Die Armee brachte {tents} Zelte in das Gebiet. Mehrere Straßen sind durch Erdrutsche blockiert.',
      'Krankenhäuser in {city} behandelten Verletzte aus Furcht vor Nachbeben auf Parkplätzen.',
    ],
    quotes: [
      '„Es klang wie ein Zug, dann kam die Decke herunter“, sagte {witness}.',
      '„Die ersten 48 Stunden entscheiden“, sagte Einsatzleitung {official}.',
    ],
    background: [
      '{country} liegt an einer aktiven Verwerfung; im vergangenen Jahrhundert gab es vier schwere Beben.',
    ],
    outlook: ['Fachleute rechnen noch wochenlang mit Nachbeben.'],
  },
  talks: {
    subject: 'Gespräche von {city}',
    headlines: [
      '{country} und {other} einigen sich über {issue}',
      'Durchbruch in {city}: Handschlag nach {days} Tagen',
      '{years} Jahre Streit beendet: {country} und {other} unterschreiben',
      '{mediator} vermittelt Abkommen mit {points} Punkten',
    ],
    tabloid: ['Endlich! {country} und {other} reichen sich die Hand'],
    local: ['{city} atmet auf: Absperrungen nach den Gesprächen fallen'],
    business: ['Händler erleichtert über Einigung von {city}'],
    updates: [
      'Das steht im Abkommen von {city}: die {points} Punkte',
      'Kritik in {other} am Abkommen von {city}',
    ],
    followUps: [
      'Nach der Einigung von {city}: Zweifel auf beiden Seiten',
      'Erste Züge und Boote fahren wieder zwischen {country} und {other}',
    ],
    leads: [
      '{country} und {other} haben am {day} in {city} ein Abkommen über {issue} unterzeichnet und damit einen Streit von {years} Jahren beendet.',
      'Nach {days} Verhandlungstagen in {city} stellten Abordnungen aus {country} und {other} ein Papier mit {points} Punkten vor.',
    ],
    details: [
      'Vereinbart wurden eine gemeinsame Kommission, jährliche Treffen und eine Überprüfung nach fünf Jahren.',
      'An den Gesprächen nahmen {delegates} Delegierte teil; zweimal standen sie vor dem Scheitern.',
      '{mediator} pendelte {days} Tage lang zwischen zwei Stockwerken desselben Hotels.',
      'Beide Parlamente müssen noch zustimmen.',
    ],
    quotes: [
      '„Niemand hat alles bekommen, daran erkennt man, dass es gerecht ist“, sagte {mediator}.',
      '„Unsere Kinder werden diesen Streit seltsam finden“, sagte {leader}.',
    ],
    background: ['Frühere Runden in drei anderen Städten waren ergebnislos geblieben.'],
    outlook: ['Das Abkommen gilt dreißig Tage nach der Zustimmung der Parlamente.'],
  },
  derailment: {
    subject: 'Zugunglück bei {city}',
    headlines: [
      'Zug {train} entgleist bei {city}: {deaths} Tote, {injured} Verletzte',
      'Schnellzug nach {destination} springt aus den Gleisen',
      '{carriages} Wagen umgestürzt – Zugunglück in {country}',
      'Zug fuhr mit {speed} km/h: Ermittler sichern Fahrtenschreiber',
    ],
    tabloid: ['Horrorfahrt im {train}!'],
    local: ['Strecke {city}–{destination} nach Unglück gesperrt'],
    business: [],
    updates: [
      'Zugunglück bei {city}: nun {injured} Verletzte bekannt',
      'Weiche im Verdacht: Ermittlungen nach Entgleisung bei {city}',
    ],
    followUps: [
      'Nach dem Zugunglück: Gewerkschaft hatte vor Gleisschäden gewarnt',
      '{city} dankt den Helfern vom Bahndamm',
    ],
    leads: [
      'Beim Entgleisen des Zuges {train} nahe {city} sind am {day} {deaths} Menschen gestorben und {injured} verletzt worden.',
      'Ein Schnellzug mit {passengers} Reisenden ist am {day} bei {city} entgleist; {carriages} Wagen stürzten eine Böschung hinab.',
    ],
    details: [
      'Der Zug war mit etwa {speed} Kilometern pro Stunde nach {destination} unterwegs.',
      '{passengers} Menschen saßen im Zug, {injured} kamen in Krankenhäuser.',
      'Die Feuerwehr befreite Eingeklemmte aus dem zweiten Wagen, der an einem Brückenpfeiler hängen blieb.',
      'Eine Weiche war in der Nacht zuvor geprüft worden, hieß es aus Bahnkreisen.',
    ],
    quotes: [
      '„Ein Knall, dann Schotter an den Scheiben, dann Stille“, sagte {witness}.',
      '„Über Ursachen zu sprechen ist zu früh“, sagte {official} von der Unfallbehörde.',
    ],
    background: ['Auf der Strecke nach {destination} fahren täglich etwa 90 Züge.'],
    outlook: ['Zwischen {city} und {destination} fahren bis auf Weiteres Busse.'],
  },
  fire: {
    subject: 'Großbrand in {city}',
    headlines: [
      'Großbrand in {city}: Lager für {goods} zerstört',
      '{firefighters} Feuerwehrleute kämpfen in {city} gegen Flammen',
      'Rauch über {city}: {evacuated} Menschen müssen ihre Wohnungen verlassen',
      'Feuer in {city} nach {hours} Stunden unter Kontrolle',
    ],
    tabloid: ['Flammen-Inferno in {city}!'],
    local: ['Fenster zu! Rauch zieht über {city}'],
    business: ['{damage} Millionen Kronen Schaden nach Brand in {city}'],
    updates: [
      'Brand in {city}: inzwischen {firefighters} Kräfte im Einsatz',
      'Luft in {city} laut Feuerwehr wieder unbedenklich',
    ],
    followUps: ['Brandursache in {city} weiter unklar', 'Anwohner kehren nach Großbrand in {city} zurück'],
    leads: [
      'Ein Feuer hat am {day} in {city} ein Lagerhaus voller Waren ({goods}) zerstört; {evacuated} Menschen mussten ihre Wohnungen verlassen.',
      '{firefighters} Feuerwehrleute haben am {day} in {city} {hours} Stunden lang gegen einen Großbrand gekämpft.',
    ],
    details: [
      'Der Alarm kam kurz nach vier Uhr früh; da schlugen die Flammen bereits durch das Dach.',
      'Der Schaden wird auf {damage} Millionen Kronen geschätzt.',
      '{evacuated} Anwohner kamen in einer Sporthalle unter. Schwer verletzt wurde niemand.',
      'Aus einem Nachbarhof trugen die Helfer {rescuedCats} Katzen ins Freie.',
    ],
    quotes: [
      '„Die Laternen haben sich verbogen, so heiß war es“, sagte {witness}.',
      '„Das Haus war verloren, also haben wir die Straße gerettet“, sagte {chief} von der Feuerwehr.',
    ],
    background: ['Es ist der dritte Großbrand im Gewerbegebiet von {city} binnen zwei Jahren.'],
    outlook: ['Die Polizei ermittelt; ein technischer Defekt gilt als wahrscheinlich.'],
  },
  resignation: {
    subject: 'Rücktritt von {minister}',
    headlines: [
      '{minister} tritt zurück: Ressort {ministry} in {country} verwaist',
      'Rücktritt nach {months} Monaten: {minister.last} geht',
      '{successor} übernimmt Ressort {ministry}',
      '{leader} verliert Kabinettsmitglied – {minister.last} stürzt',
    ],
    tabloid: ['Schluss! {minister.last} räumt den Schreibtisch'],
    local: [],
    business: ['Märkte gelassen nach Rücktritt von {minister.last}'],
    updates: [
      '{successor} noch am selben Tag vereidigt',
      '{critic}: Rücktritt von {minister.last} kam viel zu spät',
    ],
    followUps: [
      '{leader} sucht nach dem Rücktritt von {minister.last} wieder Tritt',
      'Es ging um {payment} Kronen: der Fall {minister.last}',
    ],
    leads: [
      '{minister}, in {country} für das Ressort {ministry} zuständig, hat am {day} den Rücktritt erklärt. Auslöser war der Streit über {scandal}.',
      'Nach wochenlanger Debatte über {scandal} gibt {minister} das Ressort {ministry} ab; {successor} folgt nach.',
    ],
    details: [
      '{minister.last} hatte das Amt {months} Monate inne und gehört zur Partei {party}.',
      'Nach Angaben des Parlaments ging es um {payment} Kronen.',
      'In einem Brief von elf Zeilen schrieb {minister.last}, das Amt dürfe nicht leiden.',
      'Die Opposition verlangt einen Untersuchungsausschuss.',
    ],
    quotes: [
      '„Ich habe einen Fehler gemacht und will keinen zweiten machen“, sagte {minister}.',
      '„Dafür braucht man keine {months} Monate“, sagte {critic}.',
    ],
    background: ['Die Partei {party} regiert in {country} mit knapper Mehrheit.'],
    outlook: ['Das Parlament berät in der nächsten Woche.'],
  },
  outbreak: {
    subject: '{disease} in {city}',
    headlines: [
      '{cases} Fälle von {disease} in {city}',
      '{disease}: {schools} Schulen in {city} geschlossen',
      '{country} impft gegen {disease}',
      '{disease} breitet sich aus – {hospitalised} Menschen im Krankenhaus',
    ],
    tabloid: ['Angst vor {disease}!'],
    local: ['Hier kann man sich in {city} impfen lassen'],
    business: [],
    updates: ['{disease}: jetzt {cases} Fälle in {city}', '{doses} Impfdosen in {city} eingetroffen'],
    followUps: ['{disease}: Zahl neuer Fälle in {city} sinkt', 'Was {city} aus dem Ausbruch lernt'],
    leads: [
      'In {city} sind {cases} Fälle von {disease} bestätigt worden, {hospitalised} Kranke liegen im Krankenhaus, teilten die Behörden am {day} mit.',
      '{disease} hat in {city} nach Angaben vom {day} {cases} Menschen erfasst.',
    ],
    details: [
      '{schools} Schulen bleiben eine Woche lang zu.',
      'Aus {capital} wurden {doses} Impfdosen geschickt.',
      'Die Krankheit beginnt mit Fieber und klingt meist nach zehn Tagen ab.',
    ],
    quotes: ['„Hände waschen und nicht jede Nachricht glauben“, sagte {doctor} vom Klinikum.'],
    background: ['{disease} tritt in {country} alle paar Jahre auf.'],
    outlook: ['Der Höhepunkt wird binnen zwei Wochen erwartet.'],
  },
  storm: {
    subject: 'Sturm {storm}',
    headlines: [
      'Sturm {storm} trifft {city} mit {wind} km/h',
      '{homes} Haushalte ohne Strom: {storm} zieht über {country}',
      '{evacuated} Menschen vor Sturm {storm} in Sicherheit gebracht',
      '{storm}: {flights} Flüge gestrichen',
    ],
    tabloid: ['{storm} wütet! {wind} km/h in {city}'],
    local: ['{storm}: Diese Straßen in {city} sind gesperrt'],
    business: ['Sturm {storm} legt Häfen lahm'],
    updates: [
      '{storm}: jetzt {homes} Haushalte ohne Strom',
      'Sturm {storm} schwächt sich ab, der Regen bleibt',
    ],
    followUps: ['{city} räumt nach {storm} auf', 'War {country} auf {storm} vorbereitet?'],
    leads: [
      'Der Sturm {storm} hat am {day} {city} mit Böen von bis zu {wind} Kilometern pro Stunde getroffen; {homes} Haushalte waren ohne Strom.',
      'Bäume, Dächer und Leitungen hat der Sturm {storm} am {day} in {city} umgerissen.',
    ],
    details: [
      'Am Flughafen von {city} fielen {flights} Flüge aus.',
      'Binnen eines Tages fielen bis zu {rain} Millimeter Regen.',
      '{evacuated} Menschen verbrachten die Nacht in Schulen.',
      'Zwischen {city} und {other} fahren derzeit keine Züge.',
    ],
    quotes: [
      '„Es klang, als würden am Himmel Möbel gerückt“, sagte {witness}.',
      '„Bleiben Sie im Haus, Ihr Trampolin ist es nicht wert“, sagte {official}.',
    ],
    background: ['{storm} ist der vierte Sturm der Saison mit einem Namen.'],
    outlook: ['Zum Wochenende lässt der Wind nach.'],
  },
  exams: {
    subject: 'Prüfungsergebnisse in {country}',
    headlines: [
      '{passed} Prozent bestehen Abschlussprüfung in {country}',
      'Prüfungen: Quote ändert sich um {change} Punkte',
      '{pupils} Jugendliche erhalten ihre Noten',
      'Streit über Mathematikaufgabe mit Fähren',
    ],
    tabloid: ['Zu leicht? {passed} Prozent bestehen'],
    local: ['So schnitten die Schulen in {city} ab'],
    business: [],
    updates: ['Fehler in der Mathematikprüfung entdeckt', 'Universitäten erwarten Ansturm'],
    followUps: ['Einsprüche häufen sich nach den Prüfungen in {country}', 'Durchgefallen – und nun?'],
    leads: [
      'In {country} haben {passed} Prozent von {pupils} Jugendlichen ihre Abschlussprüfung bestanden, teilte das Ministerium am {day} mit.',
      'Am {day} wurden in {country} die Ergebnisse der Abschlussprüfungen bekannt gegeben: {passed} Prozent haben bestanden.',
    ],
    details: [
      '{top} Jugendliche erreichten in allen Fächern die volle Punktzahl.',
      'Die Quote änderte sich um {change} Punkte.',
      'Als ungerecht galt eine Aufgabe über Fähren.',
    ],
    quotes: [
      '„Eine Zahl ist keine Zukunft, aber sie öffnet Türen“, sagte {minister}.',
      '„Wir üben für den Test und loben uns dann für den Test“, sagte {union}.',
    ],
    background: ['Die Prüfungen wurden vor drei Jahren reformiert.'],
    outlook: ['Einspruch ist zwei Wochen lang möglich.'],
  },
};
