import { decodeHTMLStrict } from 'entities'

/** Elements whose content is not text. */
const hiddenElements = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])

/** Elements that end a line. */
const blocks = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

/**
 * Other elements of HTML, including obsolete ones and those of formulas. Anything else between angle brackets is text, as in `List<String>` or `a <
 * b`.
 */
const inline = new Set(
  'a abbr acronym applet area audio b base basefont bdi bdo bgsound big blink body button canvas caption center cite code col colgroup command data datalist del details dfn dialog dir em embed fieldset font form frame frameset html i iframe img input ins isindex kbd keygen label legend link map mark marquee math meta meter mfrac mi mn mo mover mroot mrow msqrt msub msubsup msup mtable mtd mtext mtr munder nobr noframes object optgroup option output param picture progress q rp rt ruby s samp select small source span strike strong sub summary sup textarea time title track tt u var video wbr'.split(
    ' ',
  ),
)

const tag = /<(?:(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>|!--|!doctype[^<>]*>|!\[CDATA\[)|\]\]>/gi

/**
 * Removes HTML tags and comments, and the content of scripts and styles. Linear in the length of any text. Character references are left unchanged.
 */
function stripTags(markup: string): string {
  let text = ''
  let from = 0
  tag.lastIndex = 0
  for (let match = tag.exec(markup); match; match = tag.exec(markup)) {
    const [tagText, slash, name] = match
    const element = name?.toLowerCase() ?? null
    if (element !== null && !isElement(element)) continue
    text += markup.slice(from, match.index)
    from = match.index + tagText.length
    if (element !== null && blocks.has(element)) text += '\n'
    if (tagText === '<!--') from = after(markup, '-->', from)
    else if (element !== null && !slash && hiddenElements.has(element) && !tagText.endsWith('/>'))
      from = afterElement(markup, element, from)
    tag.lastIndex = from
  }
  text += markup.slice(from)
  // Not one pattern with white space on both sides of the line end: that is quadratic on long runs of spaces.
  const lines = text.split('\n').map((line) => line.trim())
  return lines.join('\n').replace(/\n{3,}/g, '\n\n')
}

function isElement(name: string): boolean {
  return blocks.has(name) || inline.has(name) || hiddenElements.has(name)
}

function after(markup: string, end: string, from: number): number {
  const at = markup.indexOf(end, from)
  return at === -1 ? markup.length : at + end.length
}

/** The position after the end tag of a hidden element; an element that is never closed hides the rest, as in a browser. */
function afterElement(markup: string, element: string, from: number): number {
  const end = new RegExp(`</${element}[^<>]*>`, 'gi')
  end.lastIndex = from
  return end.exec(markup) ? end.lastIndex : markup.length
}

// Control characters are looked for on purpose, and \p{Cc} with a look-ahead takes three times as long.
/** Everything that needs the slow path: markup, references and control characters. */
// oxlint-disable-next-line no-control-regex
const needsWork = /[&<\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Windows-1252 read as Latin-1: U+0092 was an apostrophe. Code points without a character in that code page are dropped with the other controls. */
const misread = /[\u0080-\u009f]/g
const windows1252 = new TextDecoder('windows-1252')

/**
 * Turns text that may contain HTML into plain text: tags removed (block tags become line breaks), character references decoded once, misread Windows
 * characters corrected, control characters dropped (PostgreSQL cannot store U+0000), lone surrogates replaced. References without a semicolon are
 * left alone, because `AT&T` and `a=1&copy=2` are text, not markup.
 */
export function toPlainText(markup: string): string {
  if (!needsWork.test(markup)) return markup.toWellFormed().trim()
  const withoutTags = markup.includes('<') ? stripTags(markup) : markup
  const decoded = withoutTags.includes('&') ? decodeHTMLStrict(withoutTags) : withoutTags
  return tidy(decoded)
}

/** Text without markup: every character stays, except those that no text contains. */
export function textAsWritten(text: string): string {
  return needsWork.test(text) ? tidy(text) : text.toWellFormed().trim()
}

/** The same on one line. */
export function lineAsWritten(text: string): string {
  return oneLine(textAsWritten(text))
}

function tidy(text: string): string {
  const signs = text.replace(misread, (sign) => windows1252.decode(Uint8Array.of(sign.charCodeAt(0))))
  return signs.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed().trim()
}

/** Markup as text on one line, for titles, authors and outlets. */
export function toPlainLine(markup: string): string {
  return oneLine(toPlainText(markup))
}

/** What some news archives write with spaces around punctuation, and what it was. English, since the words beside it decide. */
const archiveSpacing: readonly [pattern: RegExp, mended: string][] = [
  [/(?<!\p{L})(\p{Lu}\.) (?=\p{Lu}\.)/gu, '$1'],
  [/\b(covid|cov|sars|mers|(?-i:[A-Z])) - (?=\d{1,3}\b)/giu, '$1-'],
  [/(?<![\p{L}.])([Aa]nti|[Cc]o|[Ee]x|[Mm]id|[Mm]ulti|[Nn]on|[Pp]re|re|[Ss]emi|sub|[Uu]n) - (?=\p{L})/gu, '$1-'],
  // words of their own too, with a dash after them: "Windows 8 Pro - IE 10", "Interesting post - the big deal"
  [
    /\b(counter|post|pro|re|sub|vice) - (?=(?:attack|brexit|covid|coronavirus|quarantine|pandemic|gazette|war\b|election|trump|gun|life|choice|democracy|open|elect|educat|ent(?:er|ry)\b|brand|creat|saharan|zero|species|committee|president|chair|measure|terror|intelligence|productive)\p{L}*)/giu,
    '$1-',
  ],
  [/(?<!\b[Tt]he )\b([Ss]elf) - (?=\p{Ll}|Quarantin|Isolat|Employ|Driving|Help\b|Care\b)/gu, '$1-'],
  [/(?<=\p{L})(['’]) (?=(?:s|t|re|ve|ll|d|m)\b)/gu, '$1'],
  [/(?<=\w)\. (?=(?:com|net|org)\b)/gu, '.'],
  [/(?<=(?:^|[\s$€£])\d{1,3})\. (?=\d+ ?(?:[KMB]\b|million|billion|trillion|percent|%))/gu, '.'],
  [
    /(?<!\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.? \d{1,3})(?<=(?:^|[\s$€£(])\d{1,3}), (?=\d{3}(?!\d))/giu,
    ',',
  ],
  [/\( ([^()]+) \)/gu, '($1)'],
  // compounds; before a preposition the sign is a dash: "leaders - backed by world powers", "win again - led by"
  [
    /\b((?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|single|multi|half|\d{1,3})) - (?=(?:day|week|month|year|hour|minute|mile|foot|inch|acre|person|member|million|billion|dollar|seat)s?\b(?! (?:\d|one|two|three|in review)))/gu,
    '$1-',
  ],
  [/(?<=\b\d{1,3}-(?:day|week|month|year)s?) - (?=olds?\b)/gu, '-'],
  [
    /\b([Nn]o|[Ww]ell|[Ll]ong|[Ss]hort|[Hh]igh|[Ll]ow|[Ff]ull|[Pp]art|[Rr]eal|[Ff]ront|[Ff]irst|[Ll]ast|[Ll]arge|[Ss]mall|[Hh]ard|[Oo]pen|[Mm]odern|[Aa]ll|[Yy]ear) - (?=(?:go|known|term|time|range|run|level|end|quality|speed|cost|risk|profile|tech|scale|stakes|life|world|line|ever|minute|class|working|source|day|star|round|needed|loved|being|brainer)\b)/gu,
    '$1-',
  ],
  [
    /\b([Ss]tay|[Ss]helter|[Tt]ake|[Dd]rive|[Dd]ine|[Ss]it|[Pp]op|[Cc]lean|[Ss]hut|[Ll]ock|[Ss]tart|[Rr]ound|[Ww]rap|[Pp]ick|[Cc]over|[Ss]tand|[Ss]ell|[Kk]ick) - (?=(?:at|in|ups?|offs?|outs?|on|downs?|through|thru)\b(?! (?:now|the|a|my|this|\p{Lu})))/gu,
    '$1-',
  ],
  [/(?<=-(?:at|in)) - (?=(?:home|place)\b)/gu, '-'],
  [
    /(?<=\p{Ll}) - (?=(?:based|related|friendly|owned|led|scale|term|class|rich|eating|needed|driven|backed|funded|sized|renowned|winning|collar|dollar|wing|wide)\b(?! (?:on|by|of|in|to|with)\b))/gu,
    '-',
  ],
]
/** Titles without any of the signs that `archiveSpacing` looks around need no look at each pattern. */
const maySpace = /[.'’,(] | -/u

/** A title without the spaces that some archives put around punctuation: "COVID - 19", "U. S.", "Trump' s", "no - go", "capecodtimes. com". */
export function mendSpacing(title: string): string {
  if (!maySpace.test(title)) return title
  return archiveSpacing.reduce((text, [pattern, mended]) => text.replace(pattern, mended), title)
}

function oneLine(text: string): string {
  return /\s\s|[\n\t]/.test(text) ? text.replace(/\s+/g, ' ') : text
}

/**
 * The format of each field of an API, as its documentation states and its responses show. `text`: an angle bracket is literal, and Markdown stays as
 * written. `html`: tags are removed, and references such as `&lt;` are decoded once.
 */
export type TextForms = Readonly<Record<string, 'text' | 'html'>>

/** The text of a field, with its original lines. */
export function readText<Forms extends TextForms>(forms: Forms, field: keyof Forms & string, written: string): string {
  return forms[field] === 'html' ? toPlainText(written) : textAsWritten(written)
}

/** The text of a field on one line. */
export function readLine<Forms extends TextForms>(forms: Forms, field: keyof Forms & string, written: string): string {
  return forms[field] === 'html' ? toPlainLine(written) : lineAsWritten(written)
}

/**
 * The address, unchanged, when a browser may open it; otherwise null. Only http and https: the others run scripts (`javascript:`, `data:`), open
 * programs, or cannot be opened from a page.
 */
export function toWebAddress(address: string | null | undefined): string | null {
  const text = address?.trim() ?? ''
  if (!/^https?:\/\//i.test(text)) return null
  const url = URL.parse(text)
  if (url === null) return null
  // the parser removes line breaks and tabs, and so would a browser
  return /\s/.test(text) ? url.href : text
}
