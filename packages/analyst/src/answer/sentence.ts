import type {
  Citation,
  Claim,
  EventDocument,
  PublishedDocument,
  SectionName,
  Statement,
  SummarySection,
} from '@auspex/sdk/types'
import { formatDay, toQuotation } from '@auspex/analytics/claims'

type WithoutPosition<One> = One extends unknown ? Omit<One, 'number' | 'claimStart' | 'claimEnd'> : never

/** The evidence for a piece of a sentence: a number of a report, or the words of a document. */
export type Ground = WithoutPosition<Citation>

/** A piece of a sentence with its evidence. */
export interface CitedWords {
  readonly text: string
  readonly ground: Ground
}

/** A sentence of an answer, before it has a position. The text is plain; it becomes Markdown when it is written. */
export interface Sentence {
  readonly text: string
  /** Positions in the text, [start, end) in UTF-16 units, in order. */
  readonly grounds: readonly { readonly start: number; readonly end: number; readonly ground: Ground }[]
}

/** What an answer says of how it was found. */
export interface Note extends Sentence {
  /** Whether it stands before what was found, which is about something other than was asked. */
  readonly isLead?: boolean
  /** Whether it explains why nothing is found, and is said then, too. */
  readonly explainsNone?: boolean
}

/** Says first that what was found is about something other than was asked. */
export function leadNote(text: string): Note {
  return { ...sentence(text), isLead: true }
}

/** Joins words and cited pieces into a sentence. */
export function sentence(...parts: readonly (string | CitedWords)[]): Sentence {
  let text = ''
  const grounds: Sentence['grounds'][number][] = []
  for (const part of parts) {
    if (typeof part !== 'string')
      grounds.push({ start: text.length, end: text.length + part.text.length, ground: part.ground })
    text += typeof part === 'string' ? part : part.text
  }
  return { text, grounds }
}

/** What stands before an item of "a, b and c". */
function separatorBefore(at: number, count: number): string {
  if (at === 0) return ''
  return at === count - 1 ? ' and ' : ', '
}

/** Items of a list as the parts of a sentence: "a, b and c". */
export function listParts(items: readonly (readonly (string | CitedWords)[])[]): (string | CitedWords)[] {
  return items.flatMap((parts, at) => [separatorBefore(at, items.length), ...parts])
}

/** Prefixes a sentence with introductory words and shifts its positions. */
export function withLead(lead: string, { text, grounds }: Sentence): Sentence {
  return {
    text: lead + text,
    grounds: grounds.map(({ start, end, ground }) => ({
      start: start + lead.length,
      end: end + lead.length,
      ground,
    })),
  }
}

/** A sentence that begins with a capital. A name with a capital further on, such as iPhone, stays unchanged, as does that of a site. */
export function withCapital({ text, grounds }: Sentence): Sentence {
  const [first = ''] = text.split(/[\s:,]/u)
  return /\p{Lu}|^[a-z]\/|\.\p{Ll}{2,}$/u.test(first)
    ? { text, grounds }
    : { text: text.charAt(0).toUpperCase() + text.slice(1), grounds }
}

/** A checked statement of a report as a sentence, with its measures. */
export interface Finding extends Sentence {
  /** Headings in docs/measures.md of its measures. */
  readonly formulas: readonly string[]
  readonly part: Statement['part']
  readonly claims: readonly Claim[]
}

/** The statements of a summary as sentences: each number cited at its position in the report, each quotation at its span. */
export function toFindings(signalId: string, { statements, claims }: SummarySection): Finding[] {
  const claimsById = new Map(claims.map((claim, index) => [claim.id, { claim, place: index }]))
  return statements.map(({ text, claimIds, part }) => {
    const ownClaims = claimIds.flatMap((id) => claimsById.get(id) ?? [])
    const grounds: Sentence['grounds'][number][] = []
    let from = 0
    for (const { claim, place: index } of ownClaims) {
      claim.numbers.forEach(({ text: words, value, pointer }, number) => {
        let start = text.indexOf(words, from)
        if (start === -1) start = text.indexOf(words)
        if (start === -1) return
        from = start + words.length
        const location = toSectionPointer(pointer) ?? {
          section: 'summary' as const,
          pointer: `/claims/${index}/numbers/${number}/value`,
        }
        grounds.push({ start, end: from, ground: { kind: 'measure', signalId, ...location, value } })
      })
      const quote = toQuoteGround(claim)
      const quotation = claim.quote === null ? '' : toQuotation(claim.quote.text)
      const start = quotation === '' ? -1 : text.indexOf(quotation)
      if (quote !== null && start >= 0)
        grounds.push({ start: start + 1, end: start + quotation.length - 1, ground: quote })
    }
    grounds.sort((a, b) => a.start - b.start)
    const sentenceText = /[.!?”]$/u.test(text) ? text : `${text}.`
    return {
      text: sentenceText,
      grounds,
      formulas: ownClaims.map(({ claim }) => claim.formula),
      part,
      claims: ownClaims.map(({ claim }) => claim),
    }
  })
}

const sections: ReadonlySet<string> = new Set<SectionName>([
  'volume',
  'momentum',
  'stage',
  'events',
  'inflections',
  'tone',
  'voices',
  'locations',
  'contexts',
  'coverage',
])

/** The section of a number and its position there. A share, or a count of the whole report, exists only in the claims of the summary. */
function toSectionPointer(pointer: string | null): { section: SectionName; pointer: string } | null {
  const [, section = '', ...rest] = (pointer ?? '').split('/')
  return sections.has(section) ? { section: section as SectionName, pointer: `/${rest.join('/')}` } : null // checked by the condition
}

function toQuoteGround({ quote }: Claim): Ground | null {
  if (quote === null) return null
  const { documentId, part, start, end, text } = quote
  return { kind: 'document', documentId, field: part, quoteStart: start, quoteEnd: end, quote: text }
}

/** The name of an outlet as people write it: "r/technology". */
export function outletName(outlet: string): string {
  return outlet === 'news.ycombinator.com' ? 'Hacker News' : outlet.replace(/^[^/]+\/(?=[a-z]\/)/u, '')
}

const quoteMarks = /^[\s"“”'‘’«»]+|[\s"“”'‘’«»]+$/gu

/** A span without the quotation marks that stand at its ends and belong to no pair in it. */
export function trimSpan(text: string, start: number, end: number): { start: number; end: number } {
  const words = text.slice(start, end)
  const isWhole = /^["“][^"“”]*["”]$/u.test(words)
  const isOdd = (words.match(/["“”]/gu)?.length ?? 0) % 2 === 1
  const hasPairAtEnd = /^["“][^"“”]*(?<=\S)["”](?=[\s,.;:!?])|(?<=\s)["“](?=\S)[^"“”]*["”]$/u.test(words)
  if (!isWhole && (!isOdd || hasPairAtEnd)) return { start, end }
  const cut = words.replaceAll(quoteMarks, '')
  const at = words.indexOf(cut)
  return { start: start + at, end: start + at + cut.length }
}

const maxTitle = 220

/** Words of a document with the place where they stand. A long title ends at its first sentence. */
export function citedTitle({ documentId, title }: Pick<EventDocument, 'documentId' | 'title'>): CitedWords {
  const firstSentence = title.length > maxTitle ? /^.{40,220}?[.!?](?=\s)/su.exec(title)?.[0].length : undefined
  // "[X-post r/tea]" says where it was posted, and "[OC]" of what kind it is
  const label =
    /\s*[[(](?:x-?post|cross-?post|pics?|oc|nsfw|self|link)\b[^\])]*[\])]\s*$/iu.exec(title)?.index ?? title.length
  const until = label === 0 ? title.length : label
  const { start, end } = trimSpan(title, 0, Math.min(firstSentence ?? until, until))
  const quote = title.slice(start, end)
  return {
    text: quote,
    ground: { kind: 'document', documentId, field: 'title', quoteStart: start, quoteEnd: end, quote },
  }
}

/** A document in a list, by its title and where it comes from: "“Oat milk prices rise” (Ledger, 3 May 2012)". */
export function documentParts(
  { id, title, outlet, publishedAt }: Pick<PublishedDocument, 'id' | 'title' | 'outlet' | 'publishedAt'>,
  more = '',
): (string | CitedWords)[] {
  return ['“', citedTitle({ documentId: id, title }), `” (${outletName(outlet)}, ${formatDay(publishedAt)}${more})`]
}

/** Titles that were made from an address: their apostrophes and small words are lost. */
export function isMangled({ title, kind }: { readonly title: string; readonly kind: string }): boolean {
  // people write so on purpose
  if (kind !== 'article') return false
  return /\b(?:wasnt|isnt|dont|doesnt|didnt|cant|wont|couldnt|wouldnt|shouldnt|hasnt|havent|arent|werent|youre|theyre|whats|heres)\b/iu.test(
    title,
  )
}
