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
export function stripTags(markup: string): string {
  let text = ''
  let from = 0
  tag.lastIndex = 0
  for (let match = tag.exec(markup); match; match = tag.exec(markup)) {
    const [whole, slash, name] = match
    const element = name?.toLowerCase() ?? null
    if (element !== null && !isElement(element)) continue
    text += markup.slice(from, match.index)
    from = match.index + whole.length
    if (element !== null && blocks.has(element)) text += '\n'
    if (whole === '<!--') from = after(markup, '-->', from)
    else if (element !== null && !slash && hiddenElements.has(element) && !whole.endsWith('/>'))
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
