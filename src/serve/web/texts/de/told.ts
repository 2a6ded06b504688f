/** By the English words, as they stand in the code; what differs from time to time has a name in braces. */
export const TOLD_DE: Readonly<Record<string, string>> = {
  // Sentences about a form or a page.
  'Tick the box to confirm.': 'Setzen Sie das Häkchen, um zu bestätigen.',
  'Tick the articles that are meant.': 'Haken Sie die Artikel an, die gemeint sind.',
  'At most {most} articles are moved at once.': 'Höchstens {most} Artikel kommen auf einmal woandershin.',
  'These pages are for operators.': 'Diese Seiten sind für Betreiber.',
  'There is no such task.': 'Diese Aufgabe gibt es nicht.',
  'There is no such kind of rule.': 'Diese Art von Regel gibt es nicht.',
  'The settings have to be JSON.': 'Die Einstellungen müssen JSON sein.',
  'There is no such experiment.': 'Dieses Experiment gibt es nicht.',
  'There is no such message.': 'Diese Nachricht gibt es nicht.',
  'There is no such event.': 'Dieses Ereignis gibt es nicht.',
  'The event failed again, and stays here.': 'Das Ereignis ist wieder gescheitert und bleibt hier.',
  'Choose the file first.': 'Wählen Sie erst die Datei.',
  'Choose the sources first.': 'Wählen Sie erst die Quellen.',
  'There is no such problem.': 'Dieses Problem gibt es nicht.',
  'This import is over and its report is not kept any more.':
    'Dieses Einlesen ist vorbei, und sein Bericht wird nicht mehr aufbewahrt.',
  'That address cannot be used.': 'Diese Adresse kann nicht benutzt werden.',
  'A token lasts from 1 to 3650 days.': 'Ein Token gilt 1 bis 3650 Tage.',
  'Nothing was chosen.': 'Es wurde nichts gewählt.',
  'Choose how much of it you want.': 'Wählen Sie, wie viel Sie davon wollen.',
  'Give a word or a phrase of at most 100 characters.':
    'Geben Sie ein Wort oder eine Wendung von höchstens 100 Zeichen an.',
  'The two are one story already.': 'Die beiden sind schon eine Geschichte.',
  'There is no such article, or it has no story yet.':
    'Diesen Artikel gibt es nicht, oder er hat noch keine Geschichte.',
  'Stories of different languages are never joined.':
    'Geschichten verschiedener Sprachen werden nie verbunden.',
  'There is no parked event with this id.': 'Es gibt kein beiseitegelegtes Ereignis mit dieser Kennung.',
  'There is no queue {name}.': 'Es gibt keine Warteschlange {name}.',
  'A queue cannot be its own dead-letter queue.':
    'Eine Warteschlange kann nicht ihre eigene für Gescheitertes sein.',
  'There is no such variant, or an experiment goes on with it.':
    'Diese Variante gibt es nicht, oder ein Experiment läuft mit ihr.',
  'There is no variant {id}.': 'Es gibt keine Variante {id}.',
  'There was an experiment of this name.': 'Ein Experiment dieses Namens gab es schon.',
  'The source has not moved.': 'Die Quelle ist nicht umgezogen.',
  'The source has no such problem, or it was dismissed already.':
    'Die Quelle hat dieses Problem nicht, oder es wurde schon beiseitegelegt.',
  'This email address has an account. Sign in and open the link again.':
    'Diese E-Mail-Adresse hat ein Konto. Melden Sie sich an und öffnen Sie den Link noch einmal.',
  'You did not let the sign-in service tell us who you are.':
    'Sie haben dem Anmeldedienst nicht erlaubt, uns zu sagen, wer Sie sind.',
  'This account is disabled.': 'Dieses Konto ist gesperrt.',
  'Only operators may have administration tokens.': 'Nur Betreiber dürfen Token für die Verwaltung haben.',
  'You have {most} tokens already. Revoke one first.':
    'Sie haben schon {most} Token. Widerrufen Sie erst eines.',
  'This is your last way to sign in. Add a password or a passkey first.':
    'Anders können Sie sich nicht mehr anmelden. Fügen Sie erst ein Passwort oder einen Passkey hinzu.',
  'This took too long or was tried before. Start again.':
    'Das hat zu lange gedauert oder wurde schon versucht. Beginnen Sie von vorn.',
  'This passkey is already registered.': 'Dieser Passkey ist schon eingetragen.',
  'An account has at most {most} passkeys. Remove one first.':
    'Ein Konto hat höchstens {most} Passkeys. Entfernen Sie erst einen.',
  'This is the last operator. Give another person the operator role first.':
    'Das ist der letzte Betreiber. Machen Sie erst jemand anderen dazu.',
  'The token lacks the scope {scope}.': 'Dem Token fehlt die Erlaubnis {scope}.',
  'Articles can be submitted to submit sources; this one is a {kind} source.':
    'Artikel werden bei Quellen für Einreichungen eingereicht; diese hat die Art {kind}.',
  'The settings of a rule have at most {most} characters.':
    'Die Einstellungen einer Regel haben höchstens {most} Zeichen.',
  'This account is being erased.': 'Dieses Konto wird gerade gelöscht.',
  'There is no starter pack {id}.': 'Es gibt kein Starterpaket {id}.',
  'A submit source is never fetched.': 'Eine Quelle für Einreichungen wird nie abgerufen.',
  'The source is {status}; resume it first.': 'Die Quelle ist {status}; setzen Sie sie erst fort.',
  paused: 'angehalten',
  dead: 'erloschen',
  'Another source has this address already.': 'Eine andere Quelle hat diese Adresse schon.',
  'There is no source with this id that is fetched.': 'Es gibt keine abgerufene Quelle mit dieser Kennung.',
  'There is no such person.': 'Diese Person gibt es nicht.',
  'There are synonyms called {id} already.': 'Es gibt schon Synonyme mit der Kennung {id}.',
  'There are {most} sets already; remove some first.':
    'Es gibt schon {most} Gruppen; entfernen Sie erst welche.',
  'Each synonym is one to {most} words.': 'Jedes Synonym hat ein bis {most} Wörter.',
  'There have to be at least two different synonyms.':
    'Es müssen mindestens zwei verschiedene Synonyme sein.',
  'There are {most} rules already.': 'Es gibt schon {most} Regeln.',
  'There is a rule with this id already.': 'Es gibt schon eine Regel mit dieser Kennung.',
  'The rule cannot be followed: {reason}.': 'Nach der Regel kann nicht gehandelt werden: {reason}.',
  'There is a task with the name {name} already.': 'Es gibt schon eine Aufgabe mit dem Namen {name}.',
  'The task is over; there is nothing to pause.': 'Die Aufgabe ist vorbei; es gibt nichts anzuhalten.',
  'The task is over; run it by hand or give it a new time.':
    'Die Aufgabe ist vorbei; führen Sie sie von Hand aus oder geben Sie ihr eine neue Zeit.',
  'There is no task with this id.': 'Es gibt keine Aufgabe mit dieser Kennung.',
  'The schedule has no time that is still to come.': 'Der Zeitplan hat keine Zeit, die noch kommt.',
  '{queue} belongs to the program; its messages are not for purging.':
    '{queue} gehört dem Programm; die Nachrichten darin werden nicht geleert.',
  'This is no id of a message.': 'Das ist keine Kennung einer Nachricht.',
  'A message is delivered at least once before it is put aside.':
    'Eine Nachricht wird mindestens einmal zugestellt, ehe sie beiseitegelegt wird.',
  'A visibility is between a millisecond and twelve hours.':
    'Eine Sichtbarkeit liegt zwischen einer Millisekunde und zwölf Stunden.',
  'The list has {bytes} bytes; {most} are read.': 'Die Liste hat {bytes} Bytes; gelesen werden {most}.',
  'The document is no OPML list.': 'Das Dokument ist keine OPML-Liste.',
  'It has fewer than {least} characters.': 'Es hat weniger als {least} Zeichen.',
  'It has more than {most} characters.': 'Es hat mehr als {most} Zeichen.',
  'It is little more than your email address, your name or the name of this site.':
    'Es ist wenig mehr als Ihre E-Mail-Adresse, Ihr Name oder der Name dieser Seite.',
  'It is one pattern, repeated or counted through.': 'Es ist ein Muster, wiederholt oder durchgezählt.',
  'It is made of what is tried first: common words, names, years, rows of keys.':
    'Es besteht aus dem, was zuerst versucht wird: häufige Wörter, Namen, Jahre, Tastenreihen.',

  // What follows the name of a field.
  'must have at most {most} characters': 'darf höchstens {most} Zeichen haben',
  'must have {least} to {most} characters': 'muss {least} bis {most} Zeichen haben',
  'must have 2 to 80 characters, with a letter or a number among them':
    'muss 2 bis 80 Zeichen haben, darunter einen Buchstaben oder eine Ziffer',
  'must have 1 to 200 characters that can be printed': 'muss 1 bis 200 druckbare Zeichen haben',
  'must be {least} to {most} visible characters': 'muss {least} bis {most} sichtbare Zeichen haben',
  'must be an email address': 'muss eine E-Mail-Adresse sein',
  'must be a whole number from {least} to {most}': 'muss eine ganze Zahl von {least} bis {most} sein',
  'must be a number from -10 to 10': 'muss eine Zahl von -10 bis 10 sein',
  'must be a date and a time': 'muss ein Tag und eine Uhrzeit sein',
  'must be JSON': 'muss JSON sein',
  'must be one of the two: a time, or a cron expression':
    'muss eines von beidem sein: eine Zeit oder ein Cron-Ausdruck',
  'must be made of small letters, numbers and hyphens':
    'muss aus Kleinbuchstaben, Ziffern und Bindestrichen bestehen',
  'must be letters, digits, dots, dashes and colons':
    'muss aus Buchstaben, Ziffern, Punkten, Strichen und Doppelpunkten bestehen',
  'must be small letters, digits, dots and dashes, 100 at most':
    'muss aus höchstens 100 Kleinbuchstaben, Ziffern, Punkten und Strichen bestehen',
  'must be 2 to {most} words or phrases of up to 80 characters':
    'müssen 2 bis {most} Wörter oder Wendungen von höchstens 80 Zeichen sein',
  'must be given by its address or its id': 'muss durch ihre Adresse oder ihre Kennung genannt sein',
  'must be one of 300 at most': 'muss eines von höchstens 300 sein',
  'must be a tag such as en or pt-BR': 'muss ein Kürzel wie en oder pt-BR sein',
  'must be two letters': 'muss aus zwei Buchstaben bestehen',
  'must be in the future': 'muss in der Zukunft liegen',
  'must be one or more of {scopes}': 'muss eines oder mehreres hiervon sein: {scopes}',
  'must not be longer than {most} characters as JSON': 'darf als JSON nicht länger als {most} Zeichen sein',
  'must not hold the character U+0000': 'darf das Zeichen U+0000 nicht enthalten',
  'could not be saved': 'ließ sich nicht sichern',
  'is not a moment': 'ist kein Zeitpunkt',
  '{zone} is not a time zone such as Europe/Berlin': '{zone} ist keine Zeitzone wie Europe/Berlin',
  '{cron} does not have five fields: minute hour day month weekday':
    '{cron} hat nicht fünf Felder: Minute, Stunde, Tag, Monat, Wochentag',
  '{cron} is a time that never comes': '{cron} ist eine Zeit, die nie kommt',
  '{cron} is not a cron expression: {reason}': '{cron} ist kein Cron-Ausdruck: {reason}',

  // Why an address, a line of a list or a rule is of no use.
  'an address is missing': 'es fehlt eine Adresse',
  'an address has at most {most} characters': 'eine Adresse hat höchstens {most} Zeichen',
  '{text} is no web address': '{text} ist keine Web-Adresse',
  '{host} is no name of a site': '{host} ist kein Name einer Website',
  'an address must not hold a name and password: they would be shown to everybody':
    'eine Adresse darf keinen Namen und kein Passwort enthalten: alle bekämen sie zu sehen',
  '{scheme}: addresses cannot be read, only http and https':
    '{scheme}-Adressen lassen sich nicht lesen, nur http und https',
  'the same as line {line}': 'dasselbe wie Zeile {line}',
  'it is no feed': 'es ist kein Feed',
  "'{name}' has to be a number from {least} to {most}": '„{name}“ muss eine Zahl von {least} bis {most} sein',
  "'{name}' has to be a list of texts that are not empty":
    '„{name}“ muss eine Liste von Texten sein, die nicht leer sind',
  "'{name}' has to be a list": '„{name}“ muss eine Liste sein',
  "it has no setting '{name}'": 'sie hat keine Einstellung „{name}“',
  "there is no kind of rule called '{kind}'": 'es gibt keine Art von Regel namens „{kind}“',
  "there are no events called '{kind}'": 'es gibt keine Ereignisse namens „{kind}“',
  "'{text}' is no address and no range of addresses":
    '„{text}“ ist keine Adresse und kein Bereich von Adressen',
  'its settings are no object': 'die Einstellungen sind kein Objekt',

  // What a token may do.
  'Read your account, its sessions, passkeys and tokens':
    'Ihr Konto lesen, mit Sitzungen, Passkeys und Token',
  'Change your account': 'Ihr Konto ändern',
  'Read users, the audit log, tasks and the log (operators)':
    'Konten, Protokoll, Aufgaben und Log lesen (Betreiber)',
  'Change users and their roles, tasks and the log (operators)':
    'Konten und Rollen, Aufgaben und Log ändern (Betreiber)',
  'Submit articles to sources that you are verified for':
    'Artikel bei Quellen einreichen, für die Sie zugelassen sind',
  'Look at queues, change their settings, purge and redrive them (operators)':
    'Warteschlangen ansehen, einstellen, leeren und zurückgeben (Betreiber)',
  'Publish messages to queues, receive and finish them (operators)':
    'Nachrichten in Warteschlangen geben, empfangen und erledigen (Betreiber)',
  'See which stories you have read': 'Sehen, welche Geschichten Sie gelesen haben',
  'Mark stories as read': 'Geschichten als gelesen markieren',
  'Get short service tokens to show to other services':
    'Kurze Diensttoken holen, um sie anderen Diensten zu zeigen',
  'Send what readers did on their behalf, stating who they are (operators)':
    'Für Leser senden, was sie taten, und sagen, wer sie sind (Betreiber)',
  'Read sources and their articles': 'Quellen und ihre Artikel lesen',
  'Add, change and remove sources (operators)': 'Quellen hinzufügen, ändern und entfernen (Betreiber)',
  'Overrule stories, and change topics and their rules (operators)':
    'Über Geschichten entscheiden, Themen und ihre Regeln ändern (Betreiber)',
};
