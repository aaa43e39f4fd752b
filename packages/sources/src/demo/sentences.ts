export type DemoTone = 'positive' | 'neutral' | 'negative'

/**
 * The sentences of one language. Slots: `{t}` topic, `{a}` and `{b}` aspects, `{n}` a number, `{p}` a place,
 * `{o}` an organisation, `{x}` a related topic, `{c}` a cause. Sentences avoid forms that depend on the slot.
 */
export interface Sentences {
  headlines: Readonly<Record<DemoTone, readonly string[]>>
  causeHeadlines: readonly string[]
  reports: Readonly<Record<DemoTone, readonly string[]>>
  causeReports: readonly string[]
  postTitles: readonly string[]
  opinions: Readonly<Record<DemoTone, readonly string[]>>
}

export const english: Sentences = {
  headlines: {
    positive: [
      'Why {p} fell in love with {t}',
      'Strong quarter lifts hopes for {t}',
      'Good news on {a} gives {t} a boost',
      '{o} praises progress on {t}',
      'How {t} won over the sceptics in {p}',
      'Better {a}, happier users: the year of {t}',
    ],
    neutral: [
      'What {p} learned about {t} this year',
      '{t}: five questions about {a}',
      '{o} publishes figures on {t}',
      'A guide to {t} and {a}',
      'Council in {p} to discuss {t}',
      '{n} per cent more talk of {t}, says {o}',
      'Inside the market for {t}: {a} and {b}',
    ],
    negative: [
      'Anger in {p} over {t} and {a}',
      'Warning from {o}: {t} in trouble',
      'Poor {a} hurt confidence in {t}',
      'The problem with {t} nobody wants to fix',
      'Complaints about {t} rise by {n} per cent',
      'Fears over {a} cast a shadow on {t}',
    ],
  },
  causeHeadlines: [
    'After {c}, hard questions about {t}',
    '{t}: what {c} means for {p}',
    '{o} responds to {c}',
    'How {c} changed the debate on {t}',
    '{c} puts {t} on every front page',
  ],
  reports: {
    positive: [
      'Early users in {p} praised the change and said {a} had improved a great deal.',
      '{o} called the results excellent and raised its forecast for {t} by {n} per cent.',
      'Readers who tried it spoke of a wonderful surprise, above all because of {a}.',
      'The benefits of {t} outweighed the costs in every district, the report found.',
      'Experts welcomed the success and expect strong support for {t} next year.',
      'A happy side effect: {b} became easier and cheaper as well.',
      'Confidence in {t} improved, and {n} of a hundred people would recommend it to friends.',
      'Local shops in {p} enjoy the best season they can remember.',
      'The team behind the project won an award for its creative answer to {a}.',
    ],
    neutral: [
      'According to {o}, {n} per cent of households in {p} have looked into {t}.',
      'The figures cover the last twelve months and include {a} as well as {b}.',
      'Officials in {p} plan to review {a} before the end of the season.',
      'A spokesperson for {o} said the next report on {t} would follow in spring.',
      'Interest in {t} differs from region to region, mostly because of {a}.',
      'Much of the talk about {t} turns on {a}, and less on {b}.',
      'Analysts compare the numbers with those for {x}, which followed a similar path.',
      'The average household spends {n} euros a month on it, a survey by {o} says.',
      'Questions about {b} came up in {n} of the interviews.',
      'A working group with members from {p} has collected data on {a} since last year.',
      'Retailers have changed how they present {t}, with more space for {a}.',
      'The study asked {n}0 people in and around {p}.',
      'Both sides agree that {a} will decide how quickly {t} spread.',
    ],
    negative: [
      'Critics called the plan a failure and blamed poor {a}.',
      'Customers in {p} reported terrible delays and problems with {a}.',
      '{o} warned of serious risks and cut its forecast for {t} by {n} per cent.',
      'Many families worry about {b}, and some feel cheated.',
      'The losses hurt small firms most, and {n} of them gave up last month.',
      'A disappointing test added to the fear that {t} had been oversold.',
      'Trust in {t} fell sharply after bad news about {a}.',
      'Residents were angry that nobody had told them about the danger.',
      'The dispute over {a} grew worse, and a lawsuit in {p} is likely.',
    ],
  },
  causeReports: [
    'Since {c}, everybody in the debate talks about {a}.',
    'Few had heard of the risks before {c} made them public.',
    'Everything that followed goes back to {c}, according to {o}.',
    'In {p}, people speak of a time before and a time after {c}.',
  ],
  postTitles: [
    'Anyone here with experience of {t}?',
    'My honest take on {t} after {n} weeks',
    'Could {a} be the real story behind {t}?',
    'Thoughts on {t} and {a}?',
    'What nobody tells you about {t}',
    '{t} versus {x}: which would you choose?',
    'Thinking about {t}, need advice on {a}',
    'Weekly thread: {t}',
  ],
  opinions: {
    positive: [
      'I love it, honestly the best decision we made this year.',
      'Great experience with {t} so far, and {a} turned out better than I hoped.',
      'Super happy with how {t} worked out for us in {p}.',
      'Friends recommended it and they were right: excellent value.',
      'The community around {t} is friendly and helpful, thanks everyone!',
      'Works perfectly, and {b} gave me no trouble at all.',
      'Tried {t} on a trip to {p} and came home a fan.',
      'Credit where it is due: {o} did a brilliant job with {a}.',
      'After {n} days I can say that {a} alone made it worth the effort.',
      'My sister was sceptical about {t}, now she thanks me every week.',
      'Best thing about {t} is how relaxed the {a} side has become.',
      'We saved {n} per cent, which is fantastic, and nobody misses {x}.',
      'So glad that {p} finally got this right.',
    ],
    neutral: [
      'We looked at {t} for about {n} weeks before making up our minds.',
      'Does anyone have numbers on {a}? I only found the ones from {o}.',
      'In {p} you mostly hear about {a}, less about {b}.',
      'I switched from {x} last spring and keep notes on both.',
      'It depends on {a}, at least that was the case for us.',
      'For context: there are {n} of us and we live near {p}.',
      'My neighbour asked about {t} as well, so I wrote it all down.',
      'There is a longer thread on {a} from last month, worth a read before you ask.',
      'Half of the people in {p} use {x} instead, the other half never heard of either.',
      'The article leaves out {b}, which is where most of the cost sits.',
      'As far as I know {o} publishes new figures on {t} every {n} weeks.',
      'Two questions: how do you handle {a}, and how much weight do you give to {b}?',
      'It was the same with {x} ten years ago.',
      'Moved to {p} last year, {t} came up in the first conversation.',
      'Our group has {n} members and at least as many opinions on {a}.',
    ],
    negative: [
      'Terrible experience, I would not do it again.',
      'The whole thing with {a} is a mess and nobody answers the phone.',
      'I hate how they sell {t} to people who do not need it.',
      'Really disappointed, {b} failed after {n} days.',
      'Sad to say it, but {t} turned out a waste of money for us.',
      'Awful service in {p}, and the worst part was {a}.',
      'Paid for {t}, got trouble with {a} and {n} days of waiting.',
      'I am angry that {o} keeps hiding the problems with {b}.',
      'It broke twice in {n} weeks, so no, I cannot recommend it.',
      'Everyone I know in {p} regrets it and went back to {x}.',
      'The lies about {a} make me furious.',
      'Nothing but bad luck with {t} since we moved to {p}.',
      'Ugly, expensive and useless, that is my verdict on {t}.',
    ],
  },
}

export const french: Sentences = {
  headlines: {
    positive: [
      'Bonne nouvelle : {t} séduit {p}',
      'Une très belle année, selon {o} : {t} en plein essor',
      'Succès à {p} : {t}',
    ],
    neutral: ['Ce qu’il faut savoir sur {t}', '{o} publie ses chiffres sur {t}', 'Cinq questions sur {t}'],
    negative: ['Colère à {p} : {t} en cause', '{o} alerte sur {t}', '{t} : les plaintes augmentent de {n} pour cent'],
  },
  causeHeadlines: ['{t} : les questions après {c}', 'Ce qui change à {p} depuis {c}'],
  reports: {
    positive: [
      'Les habitants, à {p}, sont ravis et parlent d’un excellent résultat.',
      'Selon {o}, la confiance a progressé de {n} pour cent.',
      'Les experts saluent ce succès et attendent davantage de soutien.',
    ],
    neutral: [
      'Selon {o}, {n} pour cent des foyers se sont renseignés sur {t}.',
      'La ville, {p}, présentera un nouveau rapport au printemps.',
      'L’enquête a interrogé {n} commerces à {p} et dans les environs.',
      'L’intérêt pour {t} varie beaucoup selon les régions.',
      'Les chiffres sont comparés à ceux de l’an dernier.',
    ],
    negative: [
      'Beaucoup de familles, à {p}, se sentent trompées et parlent d’un échec.',
      '{o} met en garde contre de graves risques et des pertes de {n} pour cent.',
      'Les plaintes contre le mauvais service ont encore augmenté ce mois-ci.',
    ],
  },
  causeReports: ['Tout a changé depuis {c}, explique {o}.', 'Avant {c}, personne à {p} ne connaissait les risques.'],
  postTitles: ['Quelqu’un a une expérience avec {t} ?', 'Mon avis sur {t} après {n} semaines', 'Question sur {t}'],
  opinions: {
    positive: [
      'J’adore, la meilleure décision de l’année.',
      'Très contente du résultat, merci à tous pour votre aide !',
      'À {p}, nous sommes ravis depuis {n} semaines : {t}, quelle réussite.',
      'Excellent, je le recommande à tout {p}.',
    ],
    neutral: [
      'Nous avons comparé pendant {n} semaines avant de choisir.',
      'On parle beaucoup de ça à {p} : {t}.',
      'Quelqu’un a les chiffres de {o} sur {t} ?',
      'Nous sommes {n} et nous vivons près de chez vous, à {p}.',
      'Avant, chez nous, c’était plutôt {x}.',
    ],
    negative: [
      'Une expérience horrible, plus jamais.',
      'Très déçu, plus rien ne marchait au bout de {n} jours.',
      'Un désastre à {p} : {t}, que des ennuis.',
      'Ce que dit {o} sur {t} est faux, je suis en colère.',
    ],
  },
}

export const german: Sentences = {
  headlines: {
    positive: [
      'Gute Nachrichten zum Thema {t}',
      '{t}: {p} freut sich über den Erfolg',
      'Starkes Jahr, sagt {o}: {t} im Aufwind',
    ],
    neutral: ['{t}: fünf Fragen und Antworten', '{o} legt Zahlen zum Thema {t} vor', 'Stadtrat in {p} berät über {t}'],
    negative: ['Ärger in {p}: Streit um {t}', '{o} warnt: {t} in der Krise', '{t}: Beschwerden steigen um {n} Prozent'],
  },
  causeHeadlines: ['{t}: die Fragen nach {c}', 'Was sich in {p} seit {c} ändert'],
  reports: {
    positive: [
      'Die Menschen in {p} sind begeistert und sprechen von einem großartigen Erfolg.',
      'Laut {o} stieg das Vertrauen um {n} Prozent.',
      'Fachleute loben die guten Ergebnisse und rechnen mit mehr Unterstützung.',
    ],
    neutral: [
      'Laut {o} haben sich {n} Prozent der Haushalte mit dem Thema {t} befasst.',
      'Die Stadt {p} will im Frühjahr einen neuen Bericht vorlegen.',
      'Befragt wurden {n} Betriebe in {p} und Umgebung.',
      'Das Interesse am Thema {t} unterscheidet sich von Region zu Region.',
      'Die Zahlen werden mit denen des Vorjahres verglichen.',
    ],
    negative: [
      'Viele Familien in {p} fühlen sich betrogen und sprechen von einem Fehlschlag.',
      '{o} warnt vor ernsten Risiken und Verlusten von {n} Prozent.',
      'Die Beschwerden über schlechten Service nahmen erneut zu.',
    ],
  },
  causeReports: ['Seit {c} ist alles anders, erklärt {o}.', 'Vor {c} kannte in {p} kaum jemand die Risiken.'],
  postTitles: ['Hat jemand Erfahrung zum Thema {t}?', 'Meine Meinung nach {n} Wochen: {t}', 'Frage zum Thema {t}'],
  opinions: {
    positive: [
      'Ich bin begeistert, die beste Entscheidung des Jahres.',
      'Sehr zufrieden, danke an alle für die Hilfe!',
      'Wir in {p} sind seit {n} Wochen rundum glücklich mit der Wahl: {t}.',
      'Großartig, ich empfehle es allen in {p}.',
    ],
    neutral: [
      'Wir haben {n} Wochen lang verglichen, bevor wir uns entschieden haben.',
      'In {p} redet gerade jeder über {t}.',
      'Kennt jemand die Zahlen von {o} zum Thema {t}?',
      'Wir sind {n} Leute und wohnen in der Nähe von {p}.',
      'Vorher ging es bei uns nur um {x}.',
    ],
    negative: [
      'Schreckliche Erfahrung, nie wieder.',
      'Sehr enttäuscht, nach {n} Tagen ging nichts mehr.',
      'Eine Katastrophe in {p}: {t} hat uns nur Ärger gebracht.',
      'Was {o} zum Thema {t} erzählt, ist gelogen, ich bin wütend.',
    ],
  },
}

export const spanish: Sentences = {
  headlines: {
    positive: ['Buenas noticias para {t}', '{p} celebra el éxito: así triunfa {t}', 'Un gran año para {t}, según {o}'],
    neutral: ['Lo que hay que saber sobre {t}', '{o} publica sus datos sobre {t}', 'Cinco preguntas sobre {t}'],
    negative: ['Preocupación en {p} por {t}', '{o} alerta: graves problemas con {t}', 'Crecen las quejas sobre {t}'],
  },
  causeHeadlines: ['{t}: las preguntas tras {c}', 'Qué cambia en {p} después de {c}'],
  reports: {
    positive: [
      'Los vecinos de {p} están encantados y hablan de un éxito excelente.',
      'Según {o}, la confianza mejoró un {n} por ciento.',
      'Los expertos aplauden los buenos resultados y esperan más apoyo.',
    ],
    neutral: [
      'Según {o}, el {n} por ciento de los hogares se ha informado sobre {t}.',
      'Las autoridades de {p} presentarán un nuevo informe en primavera.',
      'La encuesta preguntó a {n} comercios de {p} y sus alrededores.',
      'El interés por {t} cambia mucho de una región a otra.',
      'Los analistas comparan las cifras con las de hace un año.',
    ],
    negative: [
      'Muchas familias de {p} se sienten engañadas y hablan de un fracaso.',
      '{o} advierte de riesgos graves y pérdidas del {n} por ciento.',
      'Las quejas por el mal servicio aumentaron otra vez este mes.',
    ],
  },
  causeReports: ['Todo cambió desde {c}, explica {o}.', 'En {p} casi nadie conocía los riesgos antes de {c}.'],
  postTitles: ['¿Alguien tiene experiencia con {t}?', 'Mi opinión sobre {t} después de {n} semanas', 'Dudas sobre {t}'],
  opinions: {
    positive: [
      'Me encanta, la mejor decisión del año.',
      'Muy contento con el resultado, gracias a todos por la ayuda.',
      'En {p} estamos encantados con {t} desde hace {n} semanas.',
      'Excelente, lo recomiendo a todo {p}.',
    ],
    neutral: [
      'Llevamos {n} semanas comparando antes de decidir sobre {t}.',
      'En {p} se habla mucho sobre {t} últimamente.',
      '¿Alguien tiene los datos de {o} sobre {t}?',
      'Somos {n} en el grupo y vivimos cerca de {p}.',
      'Pasé el año pasado comparando con {x}.',
    ],
    negative: [
      'Una experiencia horrible, no lo repetiría.',
      'Qué decepción, perdimos {n} días y nadie responde.',
      'Un desastre en {p}: {t} solo nos dio problemas.',
      'Lo que cuenta {o} sobre {t} es mentira, estoy muy enfadado.',
    ],
  },
}
