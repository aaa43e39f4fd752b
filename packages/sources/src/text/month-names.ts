/**
 * Month names as feeds write them, in English, German, French, Spanish, Portuguese, Italian, Dutch and Russian. No name has two meanings; Croatian
 * and Polish are excluded, because `listopad` is October in one and November in the other.
 */
const names: readonly string[] = [
  'jan january januar janner jaenner janvier janv enero ene janeiro gennaio gen januari январь января янв',
  'feb february februar fevrier fevr fev febrero fevereiro febbraio februari февраль февраля фев февр',
  'mar march marz maerz mrz mars marzo marco maart mrt март марта мар',
  'apr april avril avr abril abr aprile апрель апреля апр',
  'may mai mayo maio maggio mag mei май мая',
  'jun june juni juin junio junho giugno giu июнь июня июн',
  'jul july juli juillet juil julio julho luglio lug июль июля июл',
  'aug august aout agosto ago augustus август августа авг',
  'sep sept september septembre septiembre setiembre setembro set settembre сентябрь сентября сен сент',
  'oct october okt oktober octobre octubre outubro out ottobre ott октябрь октября окт',
  'nov november novembre noviembre novembro ноябрь ноября ноя нояб',
  'dec december dez dezember decembre diciembre dic dezembro dicembre декабрь декабря дек',
]
const weekdays =
  'mon monday tue tues tuesday wed weds wednesday thu thur thurs thursday fri friday sat saturday sun sunday ' +
  'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag ' +
  'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo ' +
  'lunedi martedi mercoledi giovedi venerdi sabato domenica segunda-feira terca-feira quarta-feira quinta-feira sexta-feira ' +
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ' +
  'понедельник вторник среда четверг пятница суббота воскресенье'

const monthOf = new Map(names.flatMap((line, month) => line.split(' ').map((name) => [fold(name), month + 1])))
const weekdayNames = new Set(weekdays.split(' ').map(fold))

/** 1 for January; undefined when it is not a month. */
export function monthNamed(name: string): number | undefined {
  return monthOf.get(fold(name))
}

export function isWeekday(name: string): boolean {
  return weekdayNames.has(fold(name))
}

/** Feeds leave out accents and write in capitals. */
function fold(name: string): string {
  return name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
