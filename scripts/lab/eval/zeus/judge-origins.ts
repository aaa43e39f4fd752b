import { getSignalDocument, getSignalSection } from '@auspex/sdk'
import type { Citation, SummarySection } from '@auspex/sdk/types'
import { type Answer, newShare, note } from './ask.ts'
import type { World } from './world.ts'

/** Reads each citation again from the API, and looks for the origin of every number in an answer. */
export async function judgeOrigins(world: World, answers: readonly Answer[]) {
  const scores = { numbers: newShare(), measures: newShare(), spans: newShare() }
  const sections = new Map<string, unknown>()
  for (const answer of answers) {
    const citedSpans: [number, number][] = []
    for (const citation of answer.citations) {
      const claim = unescapeMarkdown(answer.text.slice(citation.claimStart, citation.claimEnd))
      const isGood =
        citation.kind === 'document'
          ? await opens(world, citation, answer, claim)
          : await measures(world, citation, claim, sections)
      note(
        citation.kind === 'document' ? scores.spans : scores.measures,
        isGood,
        () => `citation ${JSON.stringify(citation)} of “${claim}” in: ${answer.message}`,
      )
      if (isGood) citedSpans.push([citation.claimStart, citation.claimEnd])
    }
    for (const { number, at } of numbersOf(answer.text)) {
      const isCited = citedSpans.some(([start, end]) => at >= start && at < end)
      note(
        scores.numbers,
        isCited || hasOrigin(number, at, answer),
        () => `number ${number} without an origin: ${answer.message} → ${answer.text}`,
      )
    }
  }
  return scores
}

/**
 * Reads the section again: the value there must equal the citation's value, and the claim must contain it, rounded or not. Any other number of the
 * claim must be a bound of its interval, or part of the name that it is about.
 */
async function measures(
  world: World,
  citation: Extract<Citation, { kind: 'measure' }>,
  claim: string,
  sections: Map<string, unknown>,
): Promise<boolean> {
  const readSection = async (section: typeof citation.section): Promise<unknown> => {
    const key = `${citation.signalId} ${section}`
    if (!sections.has(key))
      sections.set(key, await getSignalSection(citation.signalId, section, {}, { client: world.client }))
    return sections.get(key)
  }
  const steps = citation.pointer.split('/').slice(1)
  const value = valueAt(await readSection(citation.section), steps)
  if (typeof value !== 'number' || value !== citation.value) return false
  const summary = (await readSection('summary')) as SummarySection // requested by name
  const equalNumbers = summary.claims.flatMap(({ numbers }) => numbers).filter((number) => number.value === value)
  // "about half": the words that the report itself writes for this value, which its own check has compared
  if (equalNumbers.some(({ text }) => text === claim)) return true
  const bounds = equalNumbers.flatMap(({ low, high }) => [low ?? value, high ?? value])
  const name =
    equalNumbers.map(({ subject }) => subject ?? '').find((subject) => subject !== '' && claim.includes(subject)) ?? ''
  const writtenNumbers = [...claim.replace(name, '').matchAll(/[+−-]?\d[\d,]*(?:\.\d+)?/gu)].map(([number]) => number)
  return (
    writtenNumbers.some((one) => writes(one, value)) &&
    writtenNumbers.every((one) => [value, ...bounds].some((number) => writes(one, number)))
  )
}

function valueAt(whole: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], whole) // a JSON value
}

/** Whether a written number is a value, or that value rounded to the written digits. */
function writes(written: string, value: number): boolean {
  const number = Number(written.replaceAll(',', '').replace('−', '-'))
  const decimals = written.split('.')[1]?.length ?? 0
  return Math.abs(number - value) <= 0.5 * 10 ** -decimals + 1e-9 * Math.abs(value)
}

/** Opens the document as the panel does; the span must contain the quotation, and the claim must be that quotation. */
async function opens(
  world: World,
  citation: Extract<Citation, { kind: 'document' }>,
  { understanding }: Answer,
  claim: string,
): Promise<boolean> {
  const signalId = understanding?.topics.find((topic) => topic.signalId !== null)?.signalId
  if (signalId === undefined || signalId === null) return false
  const opened = await getSignalDocument(signalId, citation.documentId, {}, { client: world.client })
  const fieldText = citation.field === 'title' ? opened.document.title : (opened.text?.content ?? '')
  const words = fieldText.slice(citation.quoteStart, citation.quoteEnd)
  const flat = (text: string) => text.replaceAll(/["“”„«»‘’″]/gu, '"').replaceAll(/\s+/gu, ' ')
  return words === citation.quote && flat(claim) === flat(words)
}

/** Undoes Markdown escapes. */
function unescapeMarkdown(markdown: string): string {
  return markdown.replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
}

/** Numbers of an answer, excluding its citation marks. */
function numbersOf(text: string): { number: string; at: number }[] {
  const unmarked = text.replaceAll(/\[\d+\]/gu, (mark) => ' '.repeat(mark.length))
  return [...unmarked.matchAll(/\d[\d,]*(?:\.\d+)?/gu)].map(({ 0: number, index }) => ({
    number: number.replace(/,$/u, ''),
    at: index,
  }))
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'

/** A number without a citation must be part of a day, of the question, or of a tool result word for word. */
function hasOrigin(number: string, at: number, { text, results, message, understanding }: Answer): boolean {
  const around = text.slice(Math.max(0, at - 20), at + 24)
  const day = [...around.matchAll(new RegExp(`(\\d{1,2}) (?:to \\d{1,2} )?(${months})(?: (\\d{4}))?`, 'gu'))]
  const days = `${results} ${understanding?.from} ${understanding?.to}`
  if (day.length > 0 || new RegExp(`(?:${months}) ${number}`, 'u').test(around)) return daysHold(days, number, around)
  return (
    message.includes(number) ||
    new RegExp(`(?<![\\d.])${number.replaceAll(',', '').replace('.', '\\.')}(?!\\d)`, 'u').test(results)
  )
}

/** Whether the results contain a day with this number as its day, if its month is written next to it, or as its year. */
function daysHold(days: string, number: string, around: string): boolean {
  if (number.length === 4) return days.includes(`${number}-`)
  const names = months.split('|')
  return names.some(
    (name, place) =>
      around.includes(name) && days.includes(`-${String(place + 1).padStart(2, '0')}-${number.padStart(2, '0')}`),
  )
}
