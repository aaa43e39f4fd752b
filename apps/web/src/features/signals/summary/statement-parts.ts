import type { Claim, Statement, SummarySection } from '@auspex/sdk'

/** A piece of a sentence: plain text, or text supported by a claim. */
export interface StatementPart {
  readonly text: string
  readonly kind: 'words' | 'number' | 'quote'
  /** The claim that supports it; null for plain text. */
  readonly claim: Claim | null
}

/** Splits a sentence at the numbers and quotations of its claims, so that each can open its evidence. */
export const toParts = ({ text }: Pick<Statement, 'text'>, claims: readonly Claim[]): readonly StatementPart[] => {
  const vouched = claims
    .flatMap((claim): StatementPart[] => [
      ...(claim.quote ? [{ text: `“${claim.quote.text}”`, kind: 'quote' as const, claim }] : []),
      ...claim.numbers.map((number) => ({ text: number.text, kind: 'number' as const, claim })),
    ])
    .toSorted((a, b) => b.text.length - a.text.length)
  const parts: StatementPart[] = []
  let rest = text
  while (rest !== '') {
    const match = vouched
      .map((part) => ({ part, at: foldMarks(rest).indexOf(foldMarks(part.text)) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at || b.part.text.length - a.part.text.length)[0]
    if (!match) return [...parts, plain(rest)]
    if (match.at > 0) parts.push(plain(rest.slice(0, match.at)))
    parts.push({ ...match.part, text: rest.slice(match.at, match.at + match.part.text.length) })
    rest = rest.slice(match.at + match.part.text.length)
  }
  return parts
}

/** A sentence writes quotation marks inside a quotation as single ones, character for character. */
const foldMarks = (text: string): string => text.replaceAll(/["“”„«»‘’″]/g, "'")

const plain = (text: string): StatementPart => ({ text, kind: 'words', claim: null })

export interface TaggedStatement {
  readonly statement: Statement
  readonly claims: readonly Claim[]
}

/** The sentences of one part of the report, with their claims. */
export const statementsOf = (
  { statements, claims }: Pick<SummarySection, 'statements' | 'claims'>,
  part: Statement['part'],
): readonly TaggedStatement[] =>
  statements
    .filter((statement) => statement.part === part)
    .map((statement) => ({ statement, claims: claims.filter(({ id }) => statement.claimIds.includes(id)) }))

/** The weakest status of some claims: what a reader must know first. */
export const statusOf = (claims: readonly Claim[]): Claim['status'] =>
  (['unchecked', 'weak', 'supported'] as const).find((status) => claims.some((claim) => claim.status === status)) ??
  'supported'
