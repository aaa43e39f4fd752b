import { Button, Group, Select } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { WorkflowResult, WorkflowRun } from '@auspex/sdk'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../../lib/api/api.tsx'
import { formatDay, formatInstant, formatPlural } from '../../../lib/numbers/format.ts'
import { Section } from '../../../ui/page.tsx'
import { runsOptions } from '../workflows.queries.ts'
import { EvidenceLink } from './run-steps.tsx'
import classes from '../workflows.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { GrowingMarkdown } from '../../../ui/markdown/growing-markdown.tsx'
import { InlineMarks, type RenderMarks } from '../../../ui/markdown/markdown-block.tsx'

/** The result of a run, and its evidence. */
export const RunResult = ({ run, result }: { run: WorkflowRun; result: WorkflowResult }) => {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <>
      <Section
        title={result.title}
        actions={
          <Group gap={8}>
            <Button
              variant="default"
              leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={() => clipboard.copy(result.markdown)}
            >
              {clipboard.copied ? 'Copied' : 'Copy as Markdown'}
            </Button>
            <OtherRun run={run} />
          </Group>
        }
      >
        <ResultText result={result} />
      </Section>
      {result.evidence.length > 0 && (
        <Section
          title="Evidence"
          hint={formatPlural(result.evidence.length, 'piece of evidence', 'pieces of evidence')}
        >
          <ol className={classes.evidence}>
            {result.evidence.map((item) => (
              <li key={item.number} className={textStyles.detail}>
                {item.number}. <EvidenceLink evidence={item}>{item.title}</EvidenceLink>
                {item.day !== null && <span className={textStyles.quiet}> · {formatDay(item.day)}</span>}
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  )
}

/** Another run of the same workflow, to compare with. */
const OtherRun = ({ run }: { run: WorkflowRun }) => {
  const navigate = useNavigate()
  const { data } = useQuery(runsOptions(useClient(), run.workflowId))
  const others =
    data?.items.filter(({ id, state }) => id !== run.id && (state === 'completed' || state === 'waiting')) ?? []
  if (others.length === 0) return null
  return (
    <Select
      aria-label="Compare with another run"
      placeholder="Compare with…"
      data={others.map(({ id, startedAt }) => ({ value: id, label: formatInstant(startedAt) }))}
      value={null}
      w={220}
      onChange={(id) =>
        id !== null && void navigate({ to: '/workflows/runs/$runId', params: { runId: run.id }, search: { with: id } })
      }
    />
  )
}

/** The text of a run; its numbers in brackets link to the evidence. */
const ResultText = ({ result }: { result: WorkflowResult }) => {
  const evidenceByNumber = new Map(result.evidence.map((item) => [item.number, item]))
  const renderMarks: RenderMarks = (numbers) => {
    const known = numbers.flatMap((number) => evidenceByNumber.get(number) ?? [])
    if (known.length === 0) return null
    return known.map((evidence) => (
      <EvidenceLink
        key={evidence.number}
        evidence={evidence}
        className={classes.chip}
        label={`Evidence ${evidence.number}: ${evidence.title}`}
      >
        {evidence.number}
      </EvidenceLink>
    ))
  }
  return (
    <InlineMarks value={renderMarks}>
      <div className={classes.result}>
        {/* The order of the parts in a text never changes. */}
        {resultBlocks(result.markdown).map((text, place) => (
          <GrowingMarkdown key={place} text={text} isGrowing={false} topLevel={2} />
        ))}
      </div>
    </InlineMarks>
  )
}

/** Parts of a text that are parsed separately: a long text as a whole would be treated as one full of marks. */
const resultBlocks = (markdown: string): string[] => {
  const [first = '', ...rest] = markdown.split('\n\n')
  // the title is above the text
  return first.startsWith('# ') ? rest : [first, ...rest]
}
