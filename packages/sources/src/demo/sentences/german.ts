import type { Sentences } from './sentences.types.ts'

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
