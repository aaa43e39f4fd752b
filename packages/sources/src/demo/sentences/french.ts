import type { Sentences } from './sentences.types.ts'

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
