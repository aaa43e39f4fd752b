/**
 * German words that questions are made with, as the English ones that the rules know; an empty one is left out. What is not here is a name or a topic, and
 * stays as it was written: nothing is translated that somebody might search for.
 */
const german: ReadonlyMap<string, string> = new Map(
  `was:what wer:who wen:who wem:who wie:how wo:where wann:when warum:why weshalb:why wieso:why welche:which welcher:which welches:which
  seit:since vor:before nach:after im:in in:in am:on zwischen:between bis:until von:of und:and oder:or gegen:against als:than mit:with
  letztes:last letzten:last letzte:last letzter:last jahr:year jahre:years jahren:years monat:month monats:month monaten:months woche:week wochen:weeks tag:day tage:days tagen:days
  januar:January februar:February märz:March april:April mai:May juni:June juli:July august:August september:September oktober:October november:November dezember:December
  vergleiche:compare vergleich:comparison verglichen:compared mehr:more weniger:less größer:bigger
  sagen:say sagt:says denken:think denkt:think meinen:think hält:think halten:think schreibt:writes schreiben:write spricht:talk sprechen:talk redet:talk reden:talk gesagt:said geschrieben:written
  stimmung:tone ton:tone tonfall:tone meinung:opinion meinungen:opinions positiv:positive negativ:negative kritik:criticism
  stieg:rise stiegen:rise steigt:rise gestiegen:risen fiel:fall fielen:fall fällt:fall gefallen:fallen wuchs:grow wächst:grow verändert:changed änderte:changed ändert:changed geändert:changed passiert:happened passierte:happened geschah:happened
  abgestürzt:fallen eingebrochen:fallen einbrach:fall
  preis:price kurs:price aktie:stock aktien:stock vorhersage:forecast prognose:forecast nachrichten:news neues:news neueste:newest
  leute:people menschen:people nutzer:users viele:many viel:much oft:often dokumente:documents beiträge:posts artikel:articles
  ist:is war:was sind:are waren:were wird:is wurde:was wurden:were werden:are hat:has haben:have hatte:had gibt:is es:it
  der: die: das: den: dem: des: ein: eine: einen: einem: einer: eines: über:about zu:about zum:about zur:about man: sich: so: so: dazu: davon: denn: eigentlich: mir:me zeige:show zeig:show fasse: zusammen:summary`
    .split(/\s+/u)
    .map((pair) => pair.split(':') as [string, string]), // each pair has one colon
)
/** Words of German questions that English ones do not have. */
const telling =
  /(?<!\p{L})(?:wer|wie|warum|weshalb|wieso|welche[rs]?|seit|und|oder|über|nicht|leute|menschen|sagen|sagt|gibt|zwischen|im|zum|zur|der|das|ist|sind|wird|wurde|hat|haben|letzte[nrs]?|spricht|schreibt|stimmung|vergleiche|jahr)(?!\p{L})/giu

/** A German question in the words that the rules read; null when it is none. Two telling words are needed, since each alone may be part of a name. */
export function readGerman(text: string): string | null {
  const found = new Set((text.match(telling) ?? []).map((word) => word.toLowerCase()))
  if (found.size < 2) return null
  return text
    .split(/(\s+)/u)
    .map((chunk) => chunk.replace(/\p{L}+/u, (word) => german.get(word.toLowerCase()) ?? word))
    .join('')
    .replace(/\bin year\b/giu, 'in')
    .replace(/\s+/gu, ' ')
    .trim()
}
