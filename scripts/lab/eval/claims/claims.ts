import { checkRephrasing, checkText, type QuotableDocument } from '@auspex/analytics'
import type { Claim, SummarySection } from '@auspex/sdk/types'
import { lies, rewordings, type Rewording, type Sentence } from './mutations.ts'
import { inconsistentNumbers, isWrittenOf, wordingFaults, writtenNumbers } from './judge-wording.ts'
import { openSummaries, type StoredRow } from './open-summaries.ts'
import { clusteredBounds, type RecountedValue, recountClaim } from './recount.ts'
import { makeTopics } from './topics.ts'
import type { EvalRow, EvalTask } from '../../figures.ts'
import { createRandom, type Random } from '@auspex/contract/random'

const summaries = 500
const seed = 20_261_121
const corpora = ['forum_hn_stackexchange', 'forum_reddit_2006_2013', 'news_gdelt_2017_2021']
const documentsEach = 4_000

/** A count out of a total. */
interface Share {
  good: number
  of: number
}

/** Results over 500 summaries. */
interface SummaryScore {
  claims: Share
  sentences: Share
  quotes: Share
  toneBounds: Share
  lies: Share
  /** Lies that comparing the list of numbers in the sentence would detect. */
  liesByNumbers: Share
  rewordings: Share
  /** Places of a report whose number has the same value everywhere it is stated. */
  consistent: Share
  /** Sentences without faulty wording. */
  worded: Share
  /** Numbers that a model estimates, which therefore are not recounted. */
  fitted: number
}

/**
 * Checks that summaries only state facts: every number is recounted over the stored rows by code that shares nothing with the
 * product, every quotation is looked up in its document, and every rewording that changes the meaning must be refused.
 */
export const claims: EvalTask = {
  name: 'claims',
  async run(data) {
    const paths = corpora.flatMap((name) => data.path(`corpora/${name}.jsonl.gz`) ?? [])
    const library = await openSummaries(paths, { documentsEach })
    try {
      const scores = emptyJudgement()
      const documents = new Map(
        library.rows.map(({ id, title, body }) => [id, { id, title: title.slice(0, 4_000), body }]),
      )
      const random = createRandom(seed)
      for (const { query, matches } of makeTopics(library.rows, { count: summaries, seed })) {
        // scored by the product: this task judges how tones are aggregated, and the rows `tone` judge the scores themselves
        const matching = await library.toneFor(query, library.rows.filter(matches))
        const summary = await library.sumUp(query)
        judgeSummary(scores, summary, { matching, library: library.rows, documents })
        judgeRewordings(scores, summary, { documents, random })
      }
      const world = paths.length === 0 ? 'demo documents' : `documents of ${paths.length} corpora`
      return toRows(scores, `${summaries} summaries over ${library.rows.length.toLocaleString('en')} ${world}`)
    } finally {
      await library.close()
    }
  },
}

function emptyJudgement(): SummaryScore {
  return {
    claims: noShare(),
    sentences: noShare(),
    quotes: noShare(),
    toneBounds: noShare(),
    lies: noShare(),
    liesByNumbers: noShare(),
    rewordings: noShare(),
    consistent: noShare(),
    worded: noShare(),
    fitted: 0,
  }
}

function noShare(): Share {
  return { good: 0, of: 0 }
}

function judgeSummary(
  judged: SummaryScore,
  { claims: all, statements }: SummarySection,
  {
    documents,
    ...facts
  }: {
    matching: readonly StoredRow[]
    library: readonly StoredRow[]
    documents: ReadonlyMap<string, QuotableDocument>
  },
): void {
  const recountedById = new Map<string, readonly RecountedValue[]>()
  for (const claim of all) {
    const again = recountClaim(claim, facts)
    recountedById.set(claim.id, again ?? [])
    claim.numbers.forEach((number, index) => {
      if (isFitted(claim, number)) judged.fitted += 1
      else judgeNumber(judged, { claim, number, again: again?.[index], ...facts })
    })
    if (claim.quote === null) continue
    const { documentId, part, start, end, text } = claim.quote
    note(judged.quotes, documents.get(documentId)?.[part]?.slice(start, end) === text, text)
  }
  const { told, differing } = inconsistentNumbers(all)
  for (let place = 0; place < told; place += 1)
    note(judged.consistent, place >= differing.length, differing[place] ?? null)
  for (const statement of statements) {
    const { text, claimIds } = statement
    const ownClaims = all.filter(({ id }) => claimIds.includes(id))
    const faults = wordingFaults(statement, ownClaims)
    note(judged.worded, faults.length === 0, `${faults.join(', ')}: ${text}`)
    const values = ownClaims.flatMap(({ id, numbers }) =>
      // bounds from resampling are compared with their formula above
      (recountedById.get(id) ?? []).map((one, at) => (numbers[at]?.unit === 'score' ? asShown(one, numbers[at]) : one)),
    )
    for (const claim of ownClaims)
      for (const number of claim.numbers) if (isFitted(claim, number)) values.push(asFitted(number))
    for (const written of writtenNumbers(text, ownClaims))
      note(judged.sentences, isWrittenOf(written, values), `${written} in ${text}`)
  }
}

/**
 * Numbers that a model fits and that cannot be counted: the usual level in an event, the ratio of two levels, and the days on which silence is a
 * gap. The rows `events` and `changepoints` judge the first two, tests of the series the last.
 */
function isFitted({ formula }: Claim, { unit, low }: Claim['numbers'][number]): boolean {
  return (
    formula === 'inflection-points' ||
    formula === 'coverage' ||
    (formula === 'events' && (unit === 'ratio' || low !== null))
  )
}

function asFitted({ value, low, high }: Claim['numbers'][number]): RecountedValue {
  return { value, bounds: low === null || high === null ? null : [low, high] }
}

/** Sentences round a mean tone that is already rounded to four digits. */
function asShown({ value }: RecountedValue, { low, high }: Claim['numbers'][number]): RecountedValue {
  const told = Math.round(value * 10_000) / 10_000
  return { value: told, bounds: low === null || high === null ? null : [low, high] }
}

function judgeNumber(
  judged: SummaryScore,
  {
    claim,
    number,
    again,
    matching,
  }: {
    claim: Claim
    number: Claim['numbers'][number]
    again: RecountedValue | undefined
    matching: readonly StoredRow[]
  },
): void {
  const isMean = number.unit === 'score'
  const close = (shown: number, value: number) =>
    Math.abs(shown - value) <= (isMean ? 5.1e-5 : 1e-9 * Math.max(1, Math.abs(value)))
  const { value, low, high } = number
  const where = `${claim.formula} ${number.text}: ${JSON.stringify(again)}`
  note(judged.claims, again !== undefined && close(value, again.value), where)
  if (low === null || high === null) return
  if (!isMean) {
    for (const [shown, bound] of [
      [low, again?.bounds?.[0]],
      [high, again?.bounds?.[1]],
    ] as const)
      note(judged.claims, shown !== undefined && bound !== undefined && close(shown, bound), where)
    return
  }
  const formula = clusteredBounds(matching)
  if (formula === null) return
  const [width, expected] = [high - low, formula[1] - formula[0]]
  // bounds are given with four digits
  note(
    judged.toneBounds,
    Math.abs(width - expected) <= 0.2 * expected + 2e-4,
    `${where} width ${width}, ${expected} by the formula`,
  )
}

function judgeRewordings(
  judged: SummaryScore,
  { claims: all, statements }: SummarySection,
  { documents, random: { pick } }: { documents: ReadonlyMap<string, QuotableDocument>; random: Random },
): void {
  for (const { text, claimIds } of statements) {
    const sentence: Sentence = { text, claims: all.filter(({ id }) => claimIds.includes(id)) }
    const template = checkText(text, sentence.claims, documents)
    if (!template.ok) throw new Error(`A sentence was shown that its claims do not support: ${text}`)
    const isLetThrough = (reworded: string) =>
      checkRephrasing({ text: reworded, template: template.text, claims: sentence.claims, documents }).ok
    for (const [kind, reworded] of apply(lies, sentence, pick)) {
      note(judged.lies, !isLetThrough(reworded), `${kind}: ${reworded}`)
      const known = digitsOf(text)
      note(
        judged.liesByNumbers,
        digitsOf(reworded).some((number) => !known.includes(number)),
        null,
      )
    }
    for (const [kind, reworded] of apply(rewordings, sentence, pick))
      note(judged.rewordings, isLetThrough(reworded), `${kind}: ${reworded}`)
  }
}

function apply(
  kinds: Readonly<Record<string, Rewording>>,
  sentence: Sentence,
  pick: <Item>(items: readonly Item[]) => Item,
): [kind: string, text: string][] {
  return Object.entries(kinds).flatMap(([kind, reword]): [string, string][] => {
    const reworded = reword(sentence, pick)
    return reworded === null || reworded === sentence.text ? [] : [[kind, reworded]]
  })
}

function digitsOf(text: string): string[] {
  return [...text.matchAll(/\d[\d,.]*/g)].map(([found]) => found)
}

/** Adds a result to a share; prints the first few wrong ones, so that a miss can be found. */
function note(share: Share, isGood: boolean, what: string | null): void {
  share.of += 1
  if (isGood) share.good += 1
  else if (what !== null && share.of - share.good <= 5) console.error(`claims: ${what.slice(0, 300)}`)
}

function toRows(judged: SummaryScore, data: string): EvalRow[] {
  const row = (measure: string, { good, of }: Share, bar = 1): EvalRow => ({
    data,
    measure: `${measure} (${of.toLocaleString('en')})`,
    value: of === 0 ? null : good / of,
    bar: { atLeast: bar },
  })
  const { liesByNumbers } = judged
  return [
    row('numbers and bounds recomputed equal', judged.claims),
    row('numbers in sentences that were recomputed', judged.sentences),
    {
      data,
      measure: 'numbers that a model fits (events, levels, gaps), which other rows and tests judge',
      value: judged.fitted,
    },
    row('quotations that are an exact span', judged.quotes),
    row('bounds of mean tone within a fifth of their formula', judged.toneBounds, 0.99),
    row('consistency: numbers of one place that are one value in all sentences', judged.consistent),
    row('wording: sentences without a fault (grammar of numbers, signs, words of the trade)', judged.worded),
    {
      ...row('rewordings with another number, name or meaning refused', judged.lies),
      baseline: { name: 'looking for new numbers', value: liesByNumbers.good / Math.max(1, liesByNumbers.of) },
    },
    row('rewordings that say the same let through', judged.rewordings, 0.95),
  ]
}
