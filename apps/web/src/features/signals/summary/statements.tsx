import type { Claim, Statement, SummarySection, SignalReport } from '@auspex/sdk'
import { Fragment, useState } from 'react'
import { Box, Popover, Stack, Tooltip, UnstyledButton, Flex } from '@mantine/core'
import { EvidenceLink } from '../evidence-link.tsx'
import { disputableClaim, WhatSaysOtherwise } from './counter-evidence.tsx'
import { toEvidence } from '../evidence.ts'
import { useScope } from '../scope.ts'
import { formatCount, formatShare, formatTimes, formatTone } from '../../../lib/numbers/format.ts'
import classes from '../report.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

/** A piece of a sentence: plain text, or text supported by a claim. */
interface StatementPart {
  readonly text: string
  readonly kind: 'words' | 'number' | 'quote'
  /** The claim that supports it; null for plain text. */
  readonly claim: Claim | null
  /** The exact number behind rounded words; null where the text says it all. */
  readonly exact: string | null
}

/** Splits a sentence at the numbers and quotations of its claims, so that each can open its evidence. */
export const toParts = (
  { text }: { readonly text: Statement['text'] },
  claims: readonly Claim[],
): readonly StatementPart[] => {
  const citedTexts = claims
    .flatMap((claim): StatementPart[] => [
      ...(claim.quote ? [{ text: `“${claim.quote.text}”`, kind: 'quote' as const, claim, exact: null }] : []),
      ...claim.numbers.map((number) => ({
        text: number.text,
        kind: 'number' as const,
        claim,
        exact: writeExactly(number),
      })),
    ])
    .toSorted((a, b) => b.text.length - a.text.length)
  const parts: StatementPart[] = []
  let rest = text
  while (rest !== '') {
    const match = citedTexts
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

const plain = (text: string): StatementPart => ({ text, kind: 'words', claim: null, exact: null })

type ClaimNumber = Claim['numbers'][number]

const writeInUnit = ({ unit }: ClaimNumber, value: number): string => {
  if (unit === 'percent') return formatShare(value / 100)
  if (unit === 'ratio') return formatTimes(value)
  return unit === 'score' ? formatTone(value) : formatCount(Math.round(value))
}

/** What stands between a number and its interval; a percentage and a tone have no noun. */
const nounAfter = (unit: ClaimNumber['unit']): string => {
  if (unit === 'percent' || unit === 'score') return ''
  return unit === 'ratio' ? ' times' : ` ${unit}`
}

/** A number with its 95% interval, which sentences leave out: "25% (16 to 41%)". Null for an exact count, which they state in full. */
const writeExactly = (number: ClaimNumber): string | null => {
  const { unit, value, low, high } = number
  if (low === null || high === null) return unit === 'percent' || unit === 'ratio' ? writeInUnit(number, value) : null
  return `${writeInUnit(number, value)}${nounAfter(unit)}, 95% interval ${writeInUnit(number, low)} to ${writeInUnit(number, high)}`
}

interface TaggedStatement {
  readonly statement: Statement
  readonly claims: readonly Claim[]
}

/** The sentences of one part of the report, with their claims. */
export const statementsOf = (
  { statements, claims }: SummarySection,
  part: Statement['part'],
): readonly TaggedStatement[] =>
  statements
    .filter((statement) => statement.part === part)
    .map((statement) => ({ statement, claims: claims.filter(({ id }) => statement.claimIds.includes(id)) }))

/** The weakest status of some claims: what a reader must know first. */
const statusOf = (claims: readonly Claim[]): Claim['status'] =>
  (['unchecked', 'weak', 'supported'] as const).find((status) => claims.some((claim) => claim.status === status)) ??
  'supported'

interface StatementTextProps extends TaggedStatement {
  /** In a heading: its phrases look like links only on hover. */
  quiet?: boolean
}

/** The part that opens each evidence of a sentence: a number rather than the quotation beside it, which does not look like a link. */
export const openingParts = (parts: readonly StatementPart[]): ReadonlySet<StatementPart> => {
  const opening = new Map<string, StatementPart>()
  for (const part of parts) {
    if (part.claim === null) continue
    const evidence = JSON.stringify(toEvidence(part.claim.evidence))
    const before = opening.get(evidence)
    if (before === undefined || (before.kind === 'quote' && part.kind === 'number')) opening.set(evidence, part)
  }
  return new Set(opening.values())
}

/** The text of a sentence, in which numbers and quotations open their documents: two that have the same ones are one link. */
export const StatementText = ({ statement, claims, quiet = false }: StatementTextProps) => {
  const parts = toParts(statement, claims)
  const opening = openingParts(parts)
  return parts.map((part, index) => {
    const { text, kind, claim, exact } = part
    return claim === null || !opening.has(part) ? (
      // The same text can occur twice; the order of a sentence never changes.
      <Fragment key={index}>{text}</Fragment>
    ) : (
      <Tooltip key={index} label={exact} disabled={exact === null} events={{ hover: true, focus: true, touch: false }}>
        <span>
          <EvidenceLink
            filter={toEvidence(claim.evidence)}
            label={kind === 'quote' ? `the source of ${text}` : `the documents behind ${text}`}
            quiet={quiet || kind === 'quote'}
          >
            {text}
          </EvidenceLink>
        </span>
      </Tooltip>
    )
  })
}

const statusWords: Record<Claim['status'], string> = { supported: 'Supported', weak: 'Weak', unchecked: 'Unchecked' }

/**
 * A sentence whose phrases open their documents. Weak evidence is marked. A quotation claims only that the words occur, and
 * nearly all are supported only by the outlet that they name, so a badge on each would be meaningless.
 */
const StatementItem = ({ statement, claims }: TaggedStatement) => {
  const disputable = disputableClaim(claims)
  return (
    <li
      className={
        statement.role === null
          ? `${textStyles.breakable} ${textStyles.tabular}`
          : `${textStyles.quote} ${classes.quote}`
      }
      data-role={statement.role ?? undefined}
    >
      <StatementText statement={statement} claims={claims} />{' '}
      {statement.about != null && <span className={textStyles.caption}>from: {statement.about}</span>}
      {statement.role === null && statusOf(claims) !== 'supported' && (
        <Grounds claims={claims} isRephrased={statement.origin === 'rephrased'} />
      )}{' '}
      {disputable !== null && <WhatSaysOtherwise claim={disputable} sentence={statement.text} />}
    </li>
  )
}

const Grounds = ({ claims, isRephrased }: { claims: readonly Claim[]; isRephrased: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  const status = statusOf(claims)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={340} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={`${textStyles.small} ${classes.status}`}
          data-status={status}
          onClick={() => setOpen(!isOpen)}
          aria-label={`${statusWords[status]}: evidence for this sentence`}
        >
          {statusWords[status]}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={`${textStyles.detail} ${surfaces.popover}`} aria-label="Evidence for this sentence">
        <Stack component="ul" gap={14}>
          {claims.map((claim) => (
            <Stack key={claim.id} component="li" gap={3} align="flex-start">
              <p className={classes.kind}>
                {claim.kind} <span data-status={claim.status}>{claim.status}</span>
              </p>
              {claim.numbers.map((number) => (
                <Box key={number.text} component="p" className={textStyles.breakable} c="var(--ink)">
                  {writeExactly(number) ?? number.text}
                  {number.n !== null && <span className={textStyles.quiet}> n = {formatCount(number.n)}</span>}
                </Box>
              ))}
              <p>{claim.reason}</p>
              <EvidenceLink filter={toEvidence(claim.evidence)} label={`the evidence of claim ${claim.id.slice(1)}`}>
                {claim.documentIds.length === 1 ? 'Open the document' : 'Open the documents'}
              </EvidenceLink>
            </Stack>
          ))}
        </Stack>
        {isRephrased && (
          <Box component="p" className={textStyles.quiet} pt={10}>
            Written by a language model and checked against these claims.
          </Box>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Sentences in a list, at a readable line length. */
export const StatementList = ({ statements }: { statements: readonly TaggedStatement[] }) => (
  <Flex component="ul" fz="lead" lh={1.6} maw="76ch" direction="column" gap={12}>
    {statements.map((one) => (
      <StatementItem key={one.statement.text} {...one} />
    ))}
  </Flex>
)

/** What happened, in a few sentences, largest surprises first. */
export const Story = ({ summary }: { summary: SummarySection }) => {
  const sentences = statementsOf(summary, 'story')
  return (
    <section aria-labelledby="story-title" id="summary">
      <Box component="h2" id="story-title" mb={12}>
        In brief
      </Box>
      {sentences.length === 0 ? (
        <p className={textStyles.soft}>{summary.note ?? 'Nothing stands out in these documents.'}</p>
      ) : (
        <>
          <ul className={classes.sentences}>
            {sentences.map((one) => (
              <StatementItem key={one.statement.text} {...one} />
            ))}
          </ul>
          {summary.note && (
            <Box component="p" className={textStyles.caption} mt={16}>
              {summary.note}
            </Box>
          )}
        </>
      )}
    </section>
  )
}

/** What a section of a report shows, by the formula of its numbers. */
const sectionFormulas = { tone: 'tone', voices: 'story-clusters', places: 'intervals' } as const

/** The sentence of the report on what a section shows; null where it says nothing of it, or speaks of other days than the section. */
export const useSectionFinding = (
  summary: SummarySection | undefined,
  section: keyof typeof sectionFormulas,
): TaggedStatement | null => {
  const scope = useScope()
  if (scope !== null || summary === undefined) return null
  return (
    (['story', 'detail'] as const)
      .flatMap((part) => statementsOf(summary, part))
      .find(
        ({ statement, claims }) =>
          statement.role === null &&
          claims.every(({ formula, quote }) => formula === sectionFormulas[section] && quote === null),
      ) ?? null
  )
}

/** A finding as a heading, which ends without a period where it is one sentence; its figures open their documents. */
export const Finding = ({ statement, claims }: TaggedStatement) => {
  const text = /[.!?]\s/u.test(statement.text) ? statement.text : statement.text.replace(/\.$/u, '')
  return (
    <Box component="h3" fz="lead" fw={650} mb={10}>
      <StatementText statement={{ ...statement, text }} claims={claims} quiet />
    </Box>
  )
}

/** The sentence above the chart; null if nothing can be claimed, and the chart only describes its content. */
export const findingOf = ({ summary }: SignalReport): TaggedStatement | null =>
  statementsOf(summary, 'title')[0] ?? null

/** The same as plain text. */
export const findingWords = (report: SignalReport): string =>
  findingOf(report)?.statement.text ?? `How much is said about ${report.query.subject ?? report.query.title}`
