import { Box, Popover, Stack, UnstyledButton } from '@mantine/core'
import type { Claim } from '@auspex/sdk'
import { useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { toEvidence } from '../provenance/to-evidence.ts'
import { statusOf, type TaggedStatement } from './statement-parts.ts'
import { StatementText } from './statement-text.tsx'
import classes from '../report.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

const statusWords: Record<Claim['status'], string> = { supported: 'Supported', weak: 'Weak', unchecked: 'Unchecked' }

/**
 * A sentence whose phrases open their documents. Weak evidence is marked. A quotation claims only that the words occur, and
 * nearly all are supported only by the outlet that they name, so a badge on each would be meaningless.
 */
export const StatementItem = ({ statement, claims }: TaggedStatement) => (
  <li
    className={
      statement.role === null ? `${textStyles.breakable} ${textStyles.tabular}` : `${textStyles.quote} ${classes.quote}`
    }
    data-role={statement.role ?? undefined}
  >
    <StatementText statement={statement} claims={claims} />{' '}
    {statement.role === null && statusOf(claims) !== 'supported' && (
      <Grounds claims={claims} isRephrased={statement.origin === 'rephrased'} />
    )}
  </li>
)

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
          aria-label={`${statusWords[status]}: what this sentence stands on`}
        >
          {statusWords[status]}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        className={`${textStyles.detail} ${surfaces.popover}`}
        aria-label="What this sentence stands on"
      >
        <Stack component="ul" gap={14}>
          {claims.map((claim) => (
            <Stack key={claim.id} component="li" gap={3} align="flex-start">
              <p className={classes.kind}>
                {claim.kind} <span data-status={claim.status}>{claim.status}</span>
              </p>
              {claim.numbers.map(({ text, n }) => (
                <Box key={text} component="p" className={textStyles.breakable} c="var(--ink)">
                  {text}
                  {n !== null && <span className={textStyles.quiet}> n = {formatCount(n)}</span>}
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
            Worded by a language model, and checked against these claims.
          </Box>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
